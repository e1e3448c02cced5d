import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { Suspense, type ReactNode } from "react";
import styles from "./loaded-popup.module.css";

export interface PopupProps {
  /** The button that opens the popup. */
  readonly button: ReactNode;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Renders the content. Called only while the popup is open. */
  readonly children: () => ReactNode;
}

/** A button that opens a popup. */
export const Popup = ({ button, label, children, ...open }: PopupProps) => (
  <DialogTrigger {...open}>
    {button}
    <Popover className={styles["popover"] ?? ""} offset={4}>
      <Dialog aria-label={label} className={styles["dialog"] ?? ""}>
        <Suspense>{open.isOpen && children()}</Suspense>
      </Dialog>
    </Popover>
  </DialogTrigger>
);
