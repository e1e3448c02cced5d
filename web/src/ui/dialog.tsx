import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/index.ts";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the one that one most likely wants last. */
  readonly buttons?: ReactNode;
  readonly width?: "narrow" | "wide";
}

/** A window in front of the page; Escape and a press beside it close it. */
export const Dialog = ({ title, isOpen, onClose, children, buttons, width = "narrow" }: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(opens) => {
      if (!opens) onClose();
    }}
    isDismissable
    className={styles["veil"] ?? ""}
  >
    <Modal className={`${styles["modal"]} ${styles[width]}`}>
      <AriaDialog className={styles["dialog"] ?? ""}>
        <header className={styles["head"]}>
          <Heading slot="title" className={styles["title"] ?? ""}>
            {title}
          </Heading>
          <IconButton label={words.ui.close} onPress={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </header>
        <div className={styles["body"]}>{children}</div>
        {buttons !== undefined && <footer className={styles["buttons"]}>{buttons}</footer>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
