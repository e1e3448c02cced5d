import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import type { ReactNode } from "react";
import styles from "./button.module.css";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
  /** `primary`: the most likely choice. `danger`: a destructive action, such as deleting. `plain`: without a frame. */
  readonly variant?: "primary" | "ordinary" | "danger" | "plain";
}

/** A button with a text label. */
export const Button = ({ variant = "ordinary", ...rest }: ButtonProps) => (
  <AriaButton {...rest} className={`${styles["button"]} ${styles[variant]}`} />
);

interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  /** Describes the action: shown as the tooltip, and read out by screen readers. */
  readonly label: string;
  /** The keyboard shortcut, shown in the tooltip. */
  readonly keys?: string;
  readonly children: ReactNode;
  readonly isOn?: boolean;
}

/** A button with an icon. */
export const IconButton = ({ label, keys, isOn = false, children, ...rest }: IconButtonProps) => (
  <AriaButton
    {...rest}
    aria-label={label}
    data-tip={label}
    data-keys={keys}
    className={`${styles["icon"]} ${isOn ? styles["on"] : ""}`}
  >
    {children}
  </AriaButton>
);
