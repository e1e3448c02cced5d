import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { editMessage } from "../actions/edit-message.ts";
import type { KnownMessage } from "../replica/messages.ts";
import { Button } from "../ui/button.tsx";
import { useClient } from "../view/client-context.tsx";
import { words } from "../words/index.ts";
import { sourceOf } from "./source-of.ts";
import { told } from "./told.ts";
import styles from "./message.module.css";

/** Writes a message anew where it stands. */
export function EditField({ message, onDone }: { message: KnownMessage; onDone: () => void }) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    void sourceOf(client, message.id).then(setSource);
  }, [client, message.id]);
  const save = async () => {
    const content = field.current?.value.trim() ?? "";
    if (content === "" || content === source) return onDone();
    const outcome = await editMessage(client, message.id, content);
    told(outcome);
    if (outcome.done) onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onDone();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  };
  if (source === null) return <p>{words.ui.loading}</p>;
  return (
    <div className={styles["edit"]}>
      <textarea
        ref={field}
        // Whoever asked to edit it goes on writing here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={toEnd}
        defaultValue={source}
        dir="auto"
        aria-label={words.message.editing}
        onKeyDown={onKeyDown}
      />
      <div className={styles["editButtons"]}>
        <Button look="primary" onPress={() => void save()}>
          {words.message.saveEdit}
        </Button>
        <Button onPress={onDone}>{words.message.cancelEdit}</Button>
      </div>
    </div>
  );
}

const toEnd = ({ target }: FocusEvent<HTMLTextAreaElement>) =>
  target.setSelectionRange(target.value.length, target.value.length);
