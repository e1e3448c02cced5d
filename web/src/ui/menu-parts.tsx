import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
} from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import type { ReactNode } from "react";
import styles from "./menu-parts.module.css";

export interface MenuProps {
  /** What opens it: a button. */
  readonly button: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a list of things to do. */
export const Menu = ({ button, label, children, ...open }: MenuProps) => (
  <MenuTrigger {...open}>
    {button}
    <Popover className={styles["popover"] ?? ""} offset={4}>
      <AriaMenu aria-label={label} className={styles["menu"] ?? ""}>
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

export interface MenuItemProps extends Omit<AriaMenuItemProps, "className" | "style" | "children"> {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly isDanger?: boolean;
  readonly children: string;
}

/** One thing to do. */
export const MenuItem = ({ icon, keys, isDanger = false, children, ...rest }: MenuItemProps) => (
  <AriaMenuItem {...rest} textValue={children} className={`${styles["item"]} ${isDanger ? styles["danger"] : ""}`}>
    <span className={styles["glyph"]}>{icon}</span>
    <span className={styles["words"]}>{children}</span>
    {keys !== undefined && <kbd>{keys}</kbd>}
  </AriaMenuItem>
);

/** Parts a menu in two. */
export const MenuLine = () => <Separator className={styles["line"] ?? ""} />;
