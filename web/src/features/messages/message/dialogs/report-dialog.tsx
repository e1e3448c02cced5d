import { useState } from "react";
import { ActDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { Choice, type Option } from "../../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../../base/ui/forms/field.tsx";
import { Quiet } from "../../../../base/ui/page.tsx";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../../hooks/use-action.ts";
import { words } from "../../../../base/words/index.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";

const { report: said } = words.dialogs;

type Kind = keyof typeof said.kinds;

const kinds = Object.entries(said.kinds).map(([value, text]): Option<Kind> => ({ value: value as Kind, text }));

/** So long may be what one says of it, in characters. */
const LONGEST = 1_000;

/** Tells the moderators of a message. */
export function ReportDialog({ message: { id }, onClose }: MessageDialogProps) {
  const { act } = useAct();
  const [kind, setKind] = useState<Kind>("spam");
  const [description, setDescription] = useState("");
  const isWhole = kind !== "other" || description.trim() !== "";
  const send = async () => {
    const isDone = await act((call) =>
      call("POST", `/messages/${id}/report`, { report_type: kind, description: description.trim() }),
    );
    if (isDone) say({ text: said.sent });
    return isDone;
  };
  return (
    <ActDialog title={said.title} act={said.send} isReady={isWhole} onAct={send} onClose={onClose}>
      <Quiet>{said.about}</Quiet>
      <Choice label={said.kind} options={kinds} value={kind} onChange={setKind} />
      <Field
        label={said.why}
        rows={4}
        maxLength={LONGEST}
        value={description}
        onChange={setDescription}
        {...(isWhole ? {} : { hint: said.whyNeeded })}
      />
    </ActDialog>
  );
}
