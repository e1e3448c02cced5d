import type { ReactNode } from "react";
import styles from "./item-list.module.css";

/** A list of items, each with actions. */
export const ItemList = ({ children }: { children: ReactNode }) => <ul className={styles["lines"]}>{children}</ul>;

interface ItemRowProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Whether a long note is wrapped onto several lines instead of being cut off. */
  readonly wrapsNote?: boolean;
  /** Actions, shown at the end of the row. */
  readonly end?: ReactNode;
  /** The HTML element of the row. Rows of virtualized lists are a `div`. Default: `li`, for rows of `ItemList`. */
  readonly as?: "li" | "div";
}

/** A row of a list. */
export const ItemRow = ({ icon, title, note, wrapsNote = false, end, as: Element = "li" }: ItemRowProps) => (
  <Element className={styles["line"]}>
    {icon !== undefined && <span className={styles["sign"]}>{icon}</span>}
    <span className={styles["words"]}>
      <b dir="auto">{title}</b>
      {note !== undefined && (
        <small className={styles[wrapsNote ? "wholeNote" : "note"]} dir="auto">
          {note}
        </small>
      )}
    </span>
    {end !== undefined && <span className={styles["end"]}>{end}</span>}
  </Element>
);
