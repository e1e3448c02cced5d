import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { words } from "../../words/index.ts";
import { Button } from "../forms/button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./dialog.module.css";

interface ActDialogProps {
  readonly title: string;
  /** What is done: the words on its button. */
  readonly act: string;
  readonly isDanger?: boolean;
  /** Whether all is there that it needs. */
  readonly isReady?: boolean;
  /** Does it; the dialog stays where it fails, that is: for false. */
  readonly onAct: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly width?: "narrow" | "wide";
  readonly children?: ReactNode;
}

/** A window that asks for what is needed to do something, does it once, and closes. Enter in a line of it does it, too. */
export function ActDialog({ act, isDanger = false, isReady = true, onAct, onClose, ...rest }: ActDialogProps) {
  const [isActing, setActing] = useState(false);
  const form = useId();
  const run = async () => {
    // The button is not disabled meanwhile: it would lose the focus, and Escape would not close a window where it fails.
    if (isActing) return;
    setActing(true);
    const isDone = await onAct();
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
      <Button type="submit" form={form} look={isDanger ? "danger" : "primary"} isDisabled={!isReady}>
        {act}
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
