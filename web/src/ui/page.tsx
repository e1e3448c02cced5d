import type { ReactNode } from "react";
import styles from "./page.module.css";

/** A page of forms and facts in one column. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className={styles["page"]}>
    <div className={styles["column"]}>{children}</div>
  </div>
);

/** A part of it, under a title. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles["part"]}>
    <h2>{title}</h2>
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
export const Quiet = ({ children }: { children: ReactNode }) => <p className={styles["quiet"]}>{children}</p>;
