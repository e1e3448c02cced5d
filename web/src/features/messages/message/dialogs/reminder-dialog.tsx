import { useState } from "react";
import { laterMoments } from "../../../composer/scheduling/schedule-times.ts";
import { ActDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { Choice } from "../../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../../base/ui/forms/field.tsx";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../../hooks/use-action.ts";
import { useNow } from "../../../../hooks/use-now.ts";
import { words } from "../../../../base/words/index.ts";
import { exactly } from "../../../../base/words/en/times.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";
import styles from "./dialogs.module.css";

const { remind: said } = words.dialogs;

/** Has a message come back at another time. */
export function RemindDialog({ message: { id }, onClose }: MessageDialogProps) {
  const { act } = useAct();
  const now = useNow();
  const [moments] = useState(() => laterMoments(now));
  const [chosen, setChosen] = useState(0);
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const moment = moments[chosen]?.moment ?? Date.parse(other);
  const isGood = !Number.isNaN(moment) && moment > now;
  const set = async () => {
    const isDone = await act((call) =>
      call("POST", "/reminders", {
        message_id: id,
        scheduled_delivery_timestamp: Math.floor(moment / 1000),
        note: note.trim(),
      }),
    );
    if (isDone) say({ text: said.done(exactly(moment)) });
    return isDone;
  };
  const options = [...moments.map(({ text }, value) => ({ value, text })), { value: moments.length, text: said.other }];
  return (
    <ActDialog title={said.title} act={said.set} isReady={isGood} onAct={set} onClose={onClose}>
      <Choice label={said.when} options={options} value={chosen} onChange={setChosen} />
      {chosen === moments.length && (
        <input
          type="datetime-local"
          className={styles["moment"]}
          aria-label={said.other}
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
      )}
      <Field label={said.note} value={note} onChange={setNote} />
    </ActDialog>
  );
}
