import { words } from "../words/index.ts";
import styles from "./unread-badge.module.css";

interface UnreadBadgeProps {
  readonly count: number;
  /** Whether somebody is asked for by name: direct messages and mentions. */
  readonly isStrong?: boolean;
}

/** How many are unread; nothing where none is. */
export const UnreadBadge = ({ count, isStrong = false }: UnreadBadgeProps) =>
  count === 0 ? null : (
    <b className={`${styles["count"]} ${isStrong ? styles["strong"] : ""}`}>
      <span aria-hidden>{count > 999 ? "999+" : count}</span>
      <span className="unseen">{words.ui.unread(count)}</span>
    </b>
  );
