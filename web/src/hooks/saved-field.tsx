import { useState, type KeyboardEvent } from "react";
import type { Outcome } from "../client/connection/client.ts";
import { Button } from "../base/ui/forms/button.tsx";
import { Field } from "../base/ui/forms/field.tsx";
import { Row } from "../base/ui/page.tsx";
import { say } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";
import { useEdited, type Edited } from "./use-edited.ts";

interface SavedFieldProps {
  readonly label: string;
  /** What the server knows. */
  readonly known: string;
  /** Gets what was written, without the blanks around it. */
  readonly onSave: (text: string) => Promise<Outcome>;
  readonly isDisabled?: boolean;
  readonly hint?: string;
  readonly rows?: number;
  readonly type?: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Whether nothing is something; default: no. */
  readonly mayBeEmpty?: boolean;
}

/**
 * A line that is saved by itself: Enter, or its button, which is there once something was written. What the server says
 * against it stands under it, and so does what others made of it meanwhile.
 */
export function SavedField({ label, known, onSave, isDisabled = false, mayBeEmpty = false, ...rest }: SavedFieldProps) {
  const edited = useEdited(known);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isReady = edited.isChanged && !isSaving && (mayBeEmpty || edited.text.trim() !== "");
  const save = async () => {
    if (!isReady) return;
    setSaving(true);
    const outcome = await onSave(edited.text.trim());
    setSaving(false);
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    edited.settle();
    say({ text: words.pages.saved });
  };
  const drop = () => {
    edited.drop();
    setProblem(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && rest.rows === undefined) void save();
    if (event.key === "Escape" && edited.isChanged) drop();
  };
  return (
    <div role="presentation" onKeyDown={press}>
      <Row>
        <Field
          {...rest}
          label={label}
          value={edited.text}
          problem={problem}
          isDisabled={isDisabled}
          onChange={(text) => {
            edited.set(text);
            setProblem(null);
          }}
        />
        {edited.isChanged && (
          <Button look="primary" isDisabled={!isReady} aria-label={words.ui.saveOf(label)} onPress={() => void save()}>
            {words.ui.save}
          </Button>
        )}
      </Row>
      <Meanwhile of={edited} />
    </div>
  );
}

/** Says what others have made of a line that is being changed here, and lets one have that instead. */
const Meanwhile = ({ of: { meanwhile, drop } }: { of: Edited }) =>
  meanwhile === null ? null : (
    <Row>
      <span role="status">{words.ui.meanwhile(meanwhile)}</span>
      <Button onPress={drop}>{words.ui.takeTheirs}</Button>
    </Row>
  );
