import { words } from "../words/index.ts";
import styles from "./unread-badge.module.css";

interface UnreadBadgeProps {
  readonly count: number;
  /**
   * Whether the count includes direct messages or messages that mention the user. Such a badge has a stronger color.
   */
  readonly isStrong?: boolean;
}

/** A badge with the number of unread messages. Not rendered if the number is 0. */
export const UnreadBadge = ({ count, isStrong = false }: UnreadBadgeProps) =>
  count === 0 ? null : (
    <b className={`${styles["count"]} ${isStrong ? styles["strong"] : ""}`}>
      <span aria-hidden>{count > 999 ? "999+" : count}</span>
      <span className="unseen">{words.ui.unread(count)}</span>
    </b>
  );
