import { useState } from "react";
import { deleteSnippet, createSnippet } from "../../client/actions/messages/saved-snippets.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Dialog } from "../../base/ui/overlays/dialog.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

interface SaveSnippetDialogProps {
  /** Text with which the content field is filled at first. */
  readonly content: string;
  readonly onClose: () => void;
}

/** Dialog in which the user saves a text as a snippet. */
export function SaveSnippetDialog({ content, onClose }: SaveSnippetDialogProps) {
  const client = useClient();
  const [title, setTitle] = useState("");
  const [text, setText] = useState(content);
  const isWhole = title.trim() !== "" && text.trim() !== "";
  const saveSnippet = async () => {
    const outcome = await createSnippet(client, title.trim(), text.trim());
    checkOutcome(outcome);
    if (outcome.done) onClose();
  };
  const buttons = (
    <>
      <Button onPress={onClose}>{words.ui.cancel}</Button>
      <Button variant="primary" isDisabled={!isWhole} onPress={() => void saveSnippet()}>
        {words.composer.snippetSave}
      </Button>
    </>
  );
  return (
    <Dialog title={words.composer.snippetKeep} isOpen onClose={onClose} buttons={buttons}>
      <Field label={words.composer.snippetTitle} value={title} onChange={setTitle} maxLength={60} />
      <Field label={words.composer.message} value={text} onChange={setText} rows={6} />
    </Dialog>
  );
}

/** Dialog that lists the user's saved snippets and can delete them. */
export function ManageSnippetsDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const snippets = useClientState((state) => state.saved_snippets) ?? [];
  return (
    <Dialog title={words.composer.snippets} isOpen onClose={onClose} width="wide">
      {snippets.length === 0 && words.composer.snippetNone}
      <ItemList>
        {snippets.map(({ id, title, content }) => (
          <ItemRow
            key={id}
            title={title}
            note={content}
            end={
              <Button variant="danger" onPress={() => void deleteSnippet(client, id).then(checkOutcome)}>
                {words.drafts.remove}
              </Button>
            }
          />
        ))}
      </ItemList>
    </Dialog>
  );
}
