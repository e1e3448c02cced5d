import { useState } from "react";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";
import { isTemplateProblem } from "./linkifier-problem.ts";

const strings = words.administration;

interface LinkifierDialogProps {
  readonly linkifier: { readonly id: number; readonly pattern: string; readonly template: string };
  readonly onClose: () => void;
}

/** Dialog that edits the pattern and the URL template of a linkifier. */
export function LinkifierDialog({ linkifier: { id, ...known }, onClose }: LinkifierDialogProps) {
  const { attempt } = useAction();
  const [pattern, setPattern] = useState(known.pattern);
  const [template, setTemplate] = useState(known.template);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const outcome = await attempt((call) => call("PATCH", `/realm/filters/${id}`, { pattern, url_template: template }));
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  return (
    <FormDialog
      title={strings.changeLinkifier}
      submitLabel={words.ui.save}
      canSubmit={pattern !== "" && template !== ""}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={strings.pattern}
        value={pattern}
        problem={isTemplateProblem(problem) ? null : problem}
        onChange={setPattern}
      />
      <Field
        label={strings.template}
        value={template}
        problem={isTemplateProblem(problem) ? problem : null}
        onChange={setTemplate}
      />
    </FormDialog>
  );
}
