import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/index.ts";
import styles from "./screen-header.module.css";

interface ScreenHeaderProps {
  /** The screen's heading. */
  readonly title: ReactNode;
  /** A field shown in place of the title, such as the search field. Only screen readers then get the title. */
  readonly field?: ReactNode;
  /** Shown before the title, such as the channel of a topic. */
  readonly before?: ReactNode;
  /** Shown after the title. */
  readonly note?: ReactNode;
  /** Buttons at the end of the header. */
  readonly tools?: ReactNode;
}

/** The header of a screen. */
export const ScreenHeader = ({ title, field, before, note, tools }: ScreenHeaderProps) => (
  <header className={styles["head"]}>
    <a href="#list" className={styles["back"]} aria-label={words.ui.back}>
      <ArrowLeft size={20} aria-hidden />
    </a>
    <div className={styles["where"]}>
      {before !== undefined && (
        <>
          <span className={styles["before"]}>{before}</span>
          <span className={styles["separator"]} aria-hidden>
            {words.messageList.within}
          </span>
        </>
      )}
      <h1 dir="auto" className={field === undefined ? "" : (styles["unseen"] ?? "")}>
        {title}
      </h1>
      {field}
      {note !== undefined && <span className={styles["note"]}>{note}</span>}
    </div>
    {tools !== undefined && <div className={styles["tools"]}>{tools}</div>}
  </header>
);
