import { useState, type KeyboardEvent } from "react";
import type { Outcome } from "../client/connection/client.ts";
import { Button } from "../base/ui/forms/button.tsx";
import { Field } from "../base/ui/forms/field.tsx";
import { Row } from "../base/ui/page.tsx";
import { showToast } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";

/** The text of a field whose value other users may change at the same time. */
interface EditableValue {
  /** The text in the field. It is the saved value until the user edits it. */
  readonly text: string;
  readonly set: (text: string) => void;
  readonly isChanged: boolean;
  /** The saved value, if another user has changed it since the user started editing. Otherwise null. */
  readonly conflictingText: string | null;
  /** Discards the user's edit and shows the saved value. */
  readonly discard: () => void;
  /** Marks the edit as saved. The edited text remains in the field until the new saved value is received. */
  readonly markSaved: () => void;
}

interface PendingEdit {
  readonly from: string;
  readonly text: string;
  readonly isSettled: boolean;
}

/**
 * Returns the text of a field. It follows the saved value, including changes by other users, until the user edits the
 * text.
 */
function useEditableValue(known: string): EditableValue {
  const [edit, setEdit] = useState<PendingEdit | null>(null);
  // The saved value is now the one that the user has saved, so the field follows the saved value again.
  const isOver = edit !== null && edit.from !== known && (edit.isSettled || edit.text.trim() === known);
  if (isOver) setEdit(null);
  const current = isOver ? null : edit;
  const isOpen = current !== null && !current.isSettled;
  return {
    text: current?.text ?? known,
    set: (text) => setEdit(text === known ? null : { from: isOpen ? current.from : known, text, isSettled: false }),
    isChanged: isOpen && current.text.trim() !== known,
    conflictingText: isOpen && current.from !== known ? known : null,
    discard: () => setEdit(null),
    markSaved: () => setEdit((now) => now && { ...now, from: known, isSettled: true }),
  };
}

interface SavedFieldProps {
  readonly label: string;
  /** The value that is stored on the server. */
  readonly savedValue: string;
  /** Saves the text, from which spaces at both ends are removed. */
  readonly onSave: (text: string) => Promise<Outcome>;
  readonly isDisabled?: boolean;
  readonly hint?: string;
  readonly rows?: number;
  readonly type?: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Whether the user may save an empty text. Default: false. */
  readonly allowsEmpty?: boolean;
}

/** Returns the state of a field that is saved separately from other fields. */
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
 * A field that is saved separately from other fields: with Enter if it has only one line, or with a button that appears
 * once the text was edited. Below it, the server's error or a conflicting change by another user is shown.
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

/**
 * Warning that another user has changed the value while the user was editing it. Contains a button that discards the
 * user's edit.
 */
const ConflictWarning = ({ of: { conflictingText, discard } }: { of: EditableValue }) =>
  conflictingText === null ? null : (
    <Row>
      <span role="status">{words.ui.meanwhile(conflictingText)}</span>
      <Button onPress={discard}>{words.ui.takeTheirs}</Button>
    </Row>
  );
