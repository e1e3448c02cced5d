import type { ReactNode } from "react";
import styles from "./page.module.css";

/** A page of forms and information in one column. */
export const Page = ({ children }: { children: ReactNode }) => (
  // The page can receive the focus, so that it can be scrolled by keyboard even if it contains no focusable element.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles["page"]} tabIndex={0}>
    <div className={styles["column"]}>{children}</div>
  </div>
);

/** A section of a page. Its title is omitted where the title of the page is sufficient. */
export const PageSection = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles["part"]}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
);

/** Puts elements side by side, in several rows if they do not fit into one. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles["row"]}>{children}</div>;

/** Navigation between related pages. */
export const PageNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles["nav"]} aria-label={label}>
    {children}
  </nav>
);

/** Secondary text, such as an explanation. */
export const SecondaryText = ({ children }: { children: ReactNode }) => <p className={styles["quiet"]}>{children}</p>;

/** Error message about the content above. Screen readers announce it immediately. */
export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles["problem"]}>
    {children}
  </p>
);
