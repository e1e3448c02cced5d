import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { isTouch } from "../is-touch.ts";
import { words } from "../../words/index.ts";
import { IconButton } from "../forms/button.tsx";
import styles from "./dialog.module.css";
import { Overlay } from "./overlay.tsx";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons below the content. The most likely choice comes last. */
  readonly buttons?: ReactNode;
  readonly width?: "narrow" | "wide";
  /**
   * Whether the dialog contains only text. Such a dialog can receive the focus, so that the text can be scrolled by
   * keyboard.
   */
  readonly isText?: boolean;
}

/** A modal dialog. Escape or a click outside closes it. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  buttons,
  width = "narrow",
  isText = false,
}: DialogProps) => (
  <Overlay
    isOpen={isOpen}
    onClose={onClose}
    overlayClassName={styles["veil"]}
    windowClassName={`${styles["modal"]} ${styles[width]}`}
  >
    <AriaDialog className={styles["dialog"] ?? ""}>
      <header className={styles["head"]}>
        <Heading slot="title" className={styles["title"] ?? ""}>
          {title}
        </Heading>
        <IconButton label={words.ui.close} onPress={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <div
        ref={focusFirstInput}
        className={styles["body"]}
        {...(isText ? { tabIndex: 0, role: "group", "aria-label": title } : {})}
      >
        {children}
      </div>
      {buttons !== undefined && <footer className={styles["buttons"]}>{buttons}</footer>}
    </AriaDialog>
  </Overlay>
);

/**
 * Focuses the first input of the dialog if it is a text field. Does nothing on touch devices, where the on-screen
 * keyboard would cover the dialog.
 */
function focusFirstInput(body: HTMLElement | null): void {
  const first = body?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea, select");
  if (first?.matches(TEXT_INPUT_SELECTOR) && !body?.contains(document.activeElement) && !isTouch()) first.focus();
}

/**
 * Selects the text fields that may receive the focus when the dialog opens. Combo boxes are excluded because they would
 * open a list over the dialog.
 */
const TEXT_INPUT_SELECTOR = "textarea, input:is([type=text], [type=email], [type=url]):not([role=combobox])";
