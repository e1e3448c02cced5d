import type { ReactNode } from "react";
import styles from "./lines.module.css";

/** A list of things, each with what one can do with it. */
export const Lines = ({ children }: { children: ReactNode }) => <ul className={styles["lines"]}>{children}</ul>;

interface LineItemProps {
  readonly sign?: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** What one can do with it. */
  readonly end?: ReactNode;
}

/** One of them. */
export const LineItem = ({ sign, title, note, end }: LineItemProps) => (
  <li className={styles["line"]}>
    {sign !== undefined && <span className={styles["sign"]}>{sign}</span>}
    <span className={styles["words"]}>
      <b dir="auto">{title}</b>
      {note !== undefined && (
        <small className={styles["note"]} dir="auto">
          {note}
        </small>
      )}
    </span>
    {end !== undefined && <span className={styles["end"]}>{end}</span>}
  </li>
);
