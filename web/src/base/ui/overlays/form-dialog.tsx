import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { words } from "../../words/index.ts";
import { Button } from "../forms/button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** Whether all required fields are filled in. */
  readonly canSubmit?: boolean;
  /**
   * Submits the form. Resolves to true if the dialog may close, and to false if it must stay open, for example after an
   * error.
   */
  readonly onSubmit: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly width?: "narrow" | "wide";
  readonly children?: ReactNode;
}

/**
 * A dialog with a form, which closes after the form was submitted successfully. Enter in a text field submits the form.
 */
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
    // The button is not disabled while the request runs: a disabled button would lose the focus, and after a failure
    // Escape would no longer close the dialog.
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
