import type { ReactNode } from "react";
import styles from "./page.module.css";

/** A page of forms and facts in one column. */
export const Page = ({ children }: { children: ReactNode }) => (
  // The page can be scrolled by keyboard even if nothing in it is focusable.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles["page"]} tabIndex={0}>
    <div className={styles["column"]}>{children}</div>
  </div>
);

/** A section of a page. It has a title unless the page's own is sufficient. */
export const PageSection = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles["part"]}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
);

/** Elements side by side, as far as there is space. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles["row"]}>{children}</div>;

/** Navigation between related pages. */
export const PageNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles["nav"]} aria-label={label}>
    {children}
  </nav>
);

/** Secondary text, such as an explanation. */
export const SecondaryText = ({ children }: { children: ReactNode }) => <p className={styles["quiet"]}>{children}</p>;

/** Error message for the content above, which screen readers announce immediately. */
export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles["problem"]}>
    {children}
  </p>
);
