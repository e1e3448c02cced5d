import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
} from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { isTouch } from "../is-touch.ts";
import styles from "./loaded-menu.module.css";

export interface MenuProps {
  /** The button that opens the menu. */
  readonly button: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Id of the selected item, in menus whose items show a state. */
  readonly chosen?: string;
}

/** A button that opens a menu. */
export const Menu = ({ button, label, children, chosen, ...open }: MenuProps) => (
  <MenuTrigger {...open}>
    {button}
    <Popover className={styles["popover"] ?? ""} offset={4}>
      <AriaMenu
        ref={focusFirstItem}
        aria-label={label}
        className={styles["menu"] ?? ""}
        {...(chosen === undefined ? {} : { selectionMode: "single", selectedKeys: [chosen] })}
      >
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

/** Focuses the first item when the menu is opened by keyboard, so that Enter activates this item. */
function focusFirstItem(menu: HTMLElement | null): void {
  menu?.addEventListener("focus", () => {
    if (!isTouch() && menu.matches(":focus-visible")) requestAnimationFrame(() => firstItemOf(menu)?.focus());
  });
}

const firstItemOf = (menu: HTMLElement) => menu.querySelector<HTMLElement>("[role^=menuitem]");

export interface MenuItemProps extends Omit<AriaMenuItemProps, "className" | "style" | "children"> {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly isDanger?: boolean;
  readonly children: string;
}

/** An item of a menu. */
export const MenuItem = ({ icon, keys, isDanger = false, children, ...rest }: MenuItemProps) => (
  <AriaMenuItem {...rest} textValue={children} className={`${styles["item"]} ${isDanger ? styles["danger"] : ""}`}>
    {({ isSelected }) => (
      <>
        <span className={styles["glyph"]}>{icon}</span>
        <span className={styles["words"]}>{children}</span>
        {keys !== undefined && <kbd>{keys}</kbd>}
        {isSelected && <Check size={16} aria-hidden />}
      </>
    )}
  </AriaMenuItem>
);

/** A separator in a menu. */
export const MenuSeparator = () => <Separator className={styles["line"] ?? ""} />;
