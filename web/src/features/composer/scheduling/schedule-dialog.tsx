import { useState } from "react";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Dialog } from "../../../base/ui/overlays/dialog.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";

interface ScheduleDialogProps {
  readonly onChoose: (moment: number) => void;
  readonly onClose: () => void;
}

/** Dialog in which the user chooses the time at which a message is sent. */
export function ScheduleDialog({ onChoose, onClose }: ScheduleDialogProps) {
  const [text, setText] = useState("");
  const moment = Date.parse(text);
  const now = useNow();
  const isGood = !Number.isNaN(moment) && moment > now;
  const choose = () => {
    onChoose(moment);
    onClose();
  };
  const buttons = (
    <>
      <Button onPress={onClose}>{words.ui.cancel}</Button>
      <Button variant="primary" isDisabled={!isGood} onPress={choose}>
        {words.composer.later}
      </Button>
    </>
  );
  return (
    <Dialog title={words.composer.laterTitle} isOpen onClose={onClose} buttons={buttons}>
      <input
        type="datetime-local"
        className={styles["moment"]}
        aria-label={words.composer.laterTitle}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
