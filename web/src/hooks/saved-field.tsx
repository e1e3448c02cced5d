import { useState, type KeyboardEvent } from "react";
import type { Outcome } from "../client/connection/client.ts";
import { Button } from "../base/ui/forms/button.tsx";
import { Field } from "../base/ui/forms/field.tsx";
import { Row } from "../base/ui/page.tsx";
import { showToast } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";

/** A field's text while both the user and others may change it. */
interface EditableValue {
  /** The text in the field: the saved value until the user edits it. */
  readonly text: string;
  readonly set: (text: string) => void;
  readonly isChanged: boolean;
  /** The saved value if others have changed it since the user started editing, otherwise null. */
  readonly conflictingText: string | null;
  /** Discards the user's edit. */
  readonly discard: () => void;
  /** Marks the edit as saved. It remains in the field until the new saved value is known. */
  readonly markSaved: () => void;
}

interface PendingEdit {
  readonly from: string;
  readonly text: string;
  readonly isSettled: boolean;
}

/**
 * Follows the saved value, including changes by others, until the user edits the text. Then the user's text remains.
 */
function useEditableValue(known: string): EditableValue {
  const [edit, setEdit] = useState<PendingEdit | null>(null);
  // The saved value is known now, so the field follows it again.
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
  /** The value on the server. */
  readonly savedValue: string;
  /** Called with the trimmed text. */
  readonly onSave: (text: string) => Promise<Outcome>;
  readonly isDisabled?: boolean;
  readonly hint?: string;
  readonly rows?: number;
  readonly type?: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Whether an empty text is allowed. Default: false. */
  readonly allowsEmpty?: boolean;
}

/** State of a field that is saved on its own. */
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
 * A field that is saved on its own: with Enter, or with a button that appears after an edit. The server's error and
 * conflicting changes by others are shown below it.
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

/** Warning that another user has changed a field being edited, with a button that discards the edit. */
const ConflictWarning = ({ of: { conflictingText, discard } }: { of: EditableValue }) =>
  conflictingText === null ? null : (
    <Row>
      <span role="status">{words.ui.meanwhile(conflictingText)}</span>
      <Button onPress={discard}>{words.ui.takeTheirs}</Button>
    </Row>
  );
