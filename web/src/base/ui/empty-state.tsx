import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Placeholder for a screen that has no content. */
export const EmptyState = ({ icon, title, children }: EmptyStateProps) => (
  <div className={styles["emptiness"]}>
    {icon !== undefined && <div className={styles["icon"]}>{icon}</div>}
    <h2>{title}</h2>
    {children !== undefined && <div className={styles["more"]}>{children}</div>}
  </div>
);

/** Gray lines shown in place of text while the text is loading. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles["skeleton"]} aria-hidden>
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} style={{ width: `${90 - ((line * 23) % 45)}%` }} />
    ))}
  </div>
);
