import { useState, type KeyboardEvent } from "react";
import type { Outcome } from "../client/connection/client.ts";
import { Button } from "../base/ui/forms/button.tsx";
import { Field } from "../base/ui/forms/field.tsx";
import { Row } from "../base/ui/page.tsx";
import { showToast } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";

/** A line that somebody may be changing while others do. */
interface EditableValue {
  /** What stands in it: what is known, until somebody writes something else. */
  readonly text: string;
  readonly set: (text: string) => void;
  readonly isChanged: boolean;
  /** What others have made of it since somebody began to write; null: nothing. */
  readonly conflictingText: string | null;
  /** Forgets what was written. */
  readonly discard: () => void;
  /** Says that the server has taken it: it stands until that is known. */
  readonly markSaved: () => void;
}

interface PendingEdit {
  readonly from: string;
  readonly text: string;
  readonly isSettled: boolean;
}

/** Follows what is known, also when that changes elsewhere, until somebody writes something else; then it stays as they wrote it. */
function useEditableValue(known: string): EditableValue {
  const [edit, setEdit] = useState<PendingEdit | null>(null);
  // What was saved is known now: from here on the line follows again.
  const isOver = edit !== null && edit.from !== known && (edit.isSettled || edit.text.trim() === known);
  if (isOver) setEdit(null);
  const kept = isOver ? null : edit;
  const isOpen = kept !== null && !kept.isSettled;
  return {
    text: kept?.text ?? known,
    set: (text) => setEdit(text === known ? null : { from: isOpen ? kept.from : known, text, isSettled: false }),
    isChanged: isOpen && kept.text.trim() !== known,
    conflictingText: isOpen && kept.from !== known ? known : null,
    discard: () => setEdit(null),
    markSaved: () => setEdit((now) => now && { ...now, from: known, isSettled: true }),
  };
}

interface SavedFieldProps {
  readonly label: string;
  /** What the server knows. */
  readonly savedValue: string;
  /** Gets what was written, without the blanks around it. */
  readonly onSave: (text: string) => Promise<Outcome>;
  readonly isDisabled?: boolean;
  readonly hint?: string;
  readonly rows?: number;
  readonly type?: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Whether nothing is something; default: no. */
  readonly allowsEmpty?: boolean;
}

/** The state of a field that is saved by itself. */
function useSavedField({
  savedValue,
  onSave,
  allowsEmpty,
}: Pick<SavedFieldProps, "savedValue" | "onSave"> & { readonly allowsEmpty: boolean }) {
  const edited = useEditableValue(savedValue);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isReady = edited.isChanged && !isSaving && (allowsEmpty || edited.text.trim() !== "");
  const save = async () => {
    if (!isReady) return;
    setSaving(true);
    const outcome = await onSave(edited.text.trim());
    setSaving(false);
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    edited.markSaved();
    showToast({ text: words.pages.saved });
  };
  const discard = () => {
    edited.discard();
    setProblem(null);
  };
  return { edited, problem, isReady, setProblem, save, discard };
}

/**
 * A line that is saved by itself: Enter, or its button, which is there once something was written. What the server says
 * against it stands under it, and so does what others made of it meanwhile.
 */
export function SavedField(props: SavedFieldProps) {
  const { label, savedValue, onSave, isDisabled = false, allowsEmpty = false, ...rest } = props;
  const { edited, problem, isReady, setProblem, save, discard } = useSavedField({ savedValue, onSave, allowsEmpty });
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && rest.rows === undefined) void save();
    if (event.key === "Escape" && edited.isChanged) discard();
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
          <Button
            variant="primary"
            isDisabled={!isReady}
            aria-label={words.ui.saveOf(label)}
            onPress={() => void save()}
          >
            {words.ui.save}
          </Button>
        )}
      </Row>
      <ConflictWarning of={edited} />
    </div>
  );
}

/** Says what others have made of a line that is being changed here, and lets one have that instead. */
const ConflictWarning = ({ of: { conflictingText, discard } }: { of: EditableValue }) =>
  conflictingText === null ? null : (
    <Row>
      <span role="status">{words.ui.meanwhile(conflictingText)}</span>
      <Button onPress={discard}>{words.ui.takeTheirs}</Button>
    </Row>
  );
