import { useState } from "react";
import { FormDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { SelectField, type Option } from "../../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../../base/ui/forms/field.tsx";
import { SecondaryText } from "../../../../base/ui/page.tsx";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../../hooks/use-action.ts";
import { words } from "../../../../base/words/index.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";

const { report: strings } = words.dialogs;

type Kind = keyof typeof strings.kinds;

const reportReasons = Object.entries(strings.kinds).map(([value, text]): Option<Kind> => ({
  value: value as Kind,
  text,
}));

/** Maximum length of the description, in characters. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** Dialog that reports a message to the moderators. */
export function ReportDialog({ message: { id }, onClose }: MessageDialogProps) {
  const { act } = useAction();
  const [kind, setKind] = useState<Kind>("spam");
  const [description, setDescription] = useState("");
  const isWhole = kind !== "other" || description.trim() !== "";
  const send = async () => {
    const isDone = await act((call) =>
      call("POST", `/messages/${id}/report`, { report_type: kind, description: description.trim() }),
    );
    if (isDone) showToast({ text: strings.sent });
    return isDone;
  };
  return (
    <FormDialog title={strings.title} submitLabel={strings.send} canSubmit={isWhole} onSubmit={send} onClose={onClose}>
      <SecondaryText>{strings.about}</SecondaryText>
      <SelectField label={strings.kind} options={reportReasons} value={kind} onChange={setKind} />
      <Field
        label={strings.why}
        rows={4}
        maxLength={MAX_DESCRIPTION_CHARACTERS}
        value={description}
        onChange={setDescription}
        {...(isWhole ? {} : { hint: strings.whyNeeded })}
      />
    </FormDialog>
  );
}
