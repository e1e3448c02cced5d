import { useState } from "react";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";
import { isOfTemplate } from "./linkifier-problem.ts";

const said = words.administration;

interface LinkifierDialogProps {
  readonly linkifier: { readonly id: number; readonly pattern: string; readonly template: string };
  readonly onClose: () => void;
}

/** Changes what becomes a link, and where it leads. */
export function LinkifierDialog({ linkifier: { id, ...known }, onClose }: LinkifierDialogProps) {
  const { attempt } = useAct();
  const [pattern, setPattern] = useState(known.pattern);
  const [template, setTemplate] = useState(known.template);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const outcome = await attempt((call) => call("PATCH", `/realm/filters/${id}`, { pattern, url_template: template }));
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  return (
    <ActDialog
      title={said.changeLinkifier}
      act={words.ui.save}
      isReady={pattern !== "" && template !== ""}
      onAct={save}
      onClose={onClose}
    >
      <Field
        label={said.pattern}
        value={pattern}
        problem={isOfTemplate(problem) ? null : problem}
        onChange={setPattern}
      />
      <Field
        label={said.template}
        value={template}
        problem={isOfTemplate(problem) ? problem : null}
        onChange={setTemplate}
      />
    </ActDialog>
  );
}
