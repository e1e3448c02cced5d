import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { words } from "../../words/index.ts";
import { Button } from "../forms/button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps {
  readonly title: string;
  /** What is done: the words on its button. */
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** Whether all is there that it needs. */
  readonly canSubmit?: boolean;
  /** Does it; the dialog stays where it fails, that is: for false. */
  readonly onSubmit: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly width?: "narrow" | "wide";
  readonly children?: ReactNode;
}

/** A window that asks for what is needed to do something, does it once, and closes. Enter in a line of it does it, too. */
export function FormDialog({
  submitLabel,
  isDanger = false,
  canSubmit = true,
  onSubmit,
  onClose,
  ...rest
}: FormDialogProps) {
  const [isActing, setActing] = useState(false);
  const form = useId();
  const run = async () => {
    // The button is not disabled meanwhile: it would lose the focus, and Escape would not close a window where it fails.
    if (isActing) return;
    setActing(true);
    const isDone = await onSubmit();
    setActing(false);
    if (isDone) onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  const buttons = (
    <>
      <Button onPress={onClose}>{words.ui.cancel}</Button>
      <Button type="submit" form={form} variant={isDanger ? "danger" : "primary"} isDisabled={!canSubmit}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog {...rest} isOpen onClose={onClose} buttons={buttons}>
      <form id={form} noValidate className={styles["form"]} onSubmit={submit}>
        {rest.children}
      </form>
    </Dialog>
  );
}
