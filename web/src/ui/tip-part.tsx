import { Tooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import type { ReactNode } from "react";
import styles from "./tip-part.module.css";

export interface TipProps {
  readonly text: ReactNode;
  /** The keys that do the same. */
  readonly keys?: string;
  /** What the tip is about: something that can take focus. */
  readonly children: ReactNode;
}

/** A word about what the pointer or the focus is on. */
export const Tip = ({ text, keys, children }: TipProps) => (
  <TooltipTrigger delay={500} closeDelay={0}>
    {children}
    <Tooltip offset={6} className={styles["tip"] ?? ""}>
      {text}
      {keys !== undefined && <kbd>{keys}</kbd>}
    </Tooltip>
  </TooltipTrigger>
);
