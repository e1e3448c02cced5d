import type { ReactNode } from "react";
import styles from "./item-list.module.css";

/** A list of things, each with what one can do with it. */
export const ItemList = ({ children }: { children: ReactNode }) => <ul className={styles["lines"]}>{children}</ul>;

interface ItemRowProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Whether the note is read to its end, on several lines if need be. */
  readonly wrapsNote?: boolean;
  /** What one can do with it. */
  readonly end?: ReactNode;
  /** What it is in lists that are drawn as far as they are in view; default: an item of `Lines`. */
  readonly as?: "li" | "div";
}

/** One of them. */
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
