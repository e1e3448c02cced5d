import { useState } from "react";
import { scheduleTimes } from "../../../composer/scheduling/schedule-times.ts";
import { FormDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { SelectField } from "../../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../../base/ui/forms/field.tsx";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../../hooks/use-action.ts";
import { useNow } from "../../../../hooks/use-now.ts";
import { words } from "../../../../base/words/index.ts";
import { exactly } from "../../../../base/words/en/times.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";
import styles from "./dialogs.module.css";

const { remind: strings } = words.dialogs;

/** Dialog that sets a reminder about a message. */
export function ReminderDialog({ message: { id }, onClose }: MessageDialogProps) {
  const { act } = useAction();
  const now = useNow();
  const [times] = useState(() => scheduleTimes(now));
  const [chosen, setChosen] = useState(0);
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const moment = times[chosen]?.moment ?? Date.parse(other);
  const isGood = !Number.isNaN(moment) && moment > now;
  const set = async () => {
    const isDone = await act((call) =>
      call("POST", "/reminders", {
        message_id: id,
        scheduled_delivery_timestamp: Math.floor(moment / 1000),
        note: note.trim(),
      }),
    );
    if (isDone) showToast({ text: strings.done(exactly(moment)) });
    return isDone;
  };
  const options = [...times.map(({ text }, value) => ({ value, text })), { value: times.length, text: strings.other }];
  return (
    <FormDialog title={strings.title} submitLabel={strings.set} canSubmit={isGood} onSubmit={set} onClose={onClose}>
      <SelectField label={strings.when} options={options} value={chosen} onChange={setChosen} />
      {chosen === times.length && (
        <input
          type="datetime-local"
          className={styles["moment"]}
          aria-label={strings.other}
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
      )}
      <Field label={strings.note} value={note} onChange={setNote} />
    </FormDialog>
  );
}
