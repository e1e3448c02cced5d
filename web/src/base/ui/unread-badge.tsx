import { words } from "../words/index.ts";
import styles from "./unread-badge.module.css";

interface UnreadBadgeProps {
  readonly count: number;
  /** Whether the count includes messages directed at the user: direct messages or mentions. */
  readonly isStrong?: boolean;
}

/** The unread count. Nothing is shown for 0. */
export const UnreadBadge = ({ count, isStrong = false }: UnreadBadgeProps) =>
  count === 0 ? null : (
    <b className={`${styles["count"]} ${isStrong ? styles["strong"] : ""}`}>
      <span aria-hidden>{count > 999 ? "999+" : count}</span>
      <span className="unseen">{words.ui.unread(count)}</span>
    </b>
  );
