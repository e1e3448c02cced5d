import type { ReactNode } from "react";
import styles from "./page.module.css";

/** A page of forms and facts in one column. */
export const Page = ({ children }: { children: ReactNode }) => (
  // Keys scroll it also where nothing in it takes the focus.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles["page"]} tabIndex={0}>
    <div className={styles["column"]}>{children}</div>
  </div>
);

/** A part of it, under a title where the page's own does not say it already. */
export const PageSection = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles["part"]}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
);

/** Things side by side, as far as there is room. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles["row"]}>{children}</div>;

/** The ways to a page's neighbours. */
export const PageNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles["nav"]} aria-label={label}>
    {children}
  </nav>
);

/** A word that nobody needs at first. */
export const SecondaryText = ({ children }: { children: ReactNode }) => <p className={styles["quiet"]}>{children}</p>;

/** What went wrong with what stands above it, read out at once. */
export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles["problem"]}>
    {children}
  </p>
);
