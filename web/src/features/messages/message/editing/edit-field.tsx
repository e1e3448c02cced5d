import { useEffect, useLayoutEffect, useRef, useState, type DragEvent } from "react";
import { editMessage } from "../../../../client/actions/messages/edit-message.ts";
import { CompletionList } from "../../../composer/completion/completion-list.tsx";
import { useCompletion } from "../../../composer/completion/use-completion.ts";
import { TextArea } from "../../../composer/text-area.tsx";
import { UploadList } from "../../../composer/uploads/upload-list.tsx";
import { useUploads } from "../../../composer/uploads/use-uploads.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { messageDestination } from "../../../../client/replica/selectors/message-destination.ts";
import { Button } from "../../../../base/ui/forms/button.tsx";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { KeystrokeBuffer, useBufferedKeystrokes } from "../../../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../../../base/words/index.ts";
import { deletePersistedEdit, persistEdit, readPersistedEdit, type PersistedEdit } from "./persisted-edits.ts";
import styles from "../message.module.css";
import { fetchMarkdownSource } from "../actions/fetch-markdown-source.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";

interface EditFieldProps {
  readonly message: KnownMessage;
  /** Whether the user has just started to edit. The field then receives the focus. */
  readonly isFocusRequested: boolean;
  readonly onClose: () => void;
  /** Opens the field again. Called if the user has canceled the edit and then undoes this. */
  readonly onEdit: () => void;
}

/** Editor for a message, shown in place of the message's content. */
export function EditField(props: EditFieldProps) {
  const client = useClient();
  const { id } = props.message;
  const [persistedEdit, setPersistedEdit] = useState<PersistedEdit | null>(() => readPersistedEdit(client.me, id));
  const { onClose } = props;
  useEffect(() => {
    if (persistedEdit !== null) return;
    void fetchMarkdownSource(client, id).then((source) => {
      if (source === null) onClose();
      else setPersistedEdit({ source, content: source });
    });
  }, [client, id, persistedEdit, onClose]);
  if (persistedEdit === null) {
    return (
      <>
        <p>{words.ui.loading}</p>
        {props.isFocusRequested && <KeystrokeBuffer />}
      </>
    );
  }
  return <MessageEditor {...props} persistedEdit={persistedEdit} />;
}

/** Shows the current content of the message if another user has edited the message since this edit started. */
const NewerContent = ({ content }: { readonly content: string }) => (
  <div role="alert" className={styles["newer"]}>
    <p>{words.message.editedMeanwhile}</p>
    <pre dir="auto">{content}</pre>
  </div>
);

function MessageEditor({
  message,
  isFocusRequested,
  persistedEdit,
  onClose,
  onEdit,
}: EditFieldProps & { readonly persistedEdit: PersistedEdit }) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const to = messageDestination(message, client.me);
  const completion = useCompletion(field, to);
  const { pending, attach } = useUploads(field, to);
  const edit = { message, field, initialEdit: persistedEdit, onClose, onEdit };
  const { isEmpty, newer, changed, save, cancel } = useMessageEdit(edit);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.value = persistedEdit.content;
    if (isFocusRequested) focusEnd(element);
    // The dependencies are empty because the initial content is set only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useBufferedKeystrokes((text) => {
    field.current?.setRangeText(text, persistedEdit.content.length, persistedEdit.content.length, "end");
    changed();
  });
  return (
    <div className={styles["edit"]} onDrop={onDropFiles(attach)} onDragOver={(event) => event.preventDefault()}>
      <CompletionList completion={completion} />
      <TextArea
        label={words.message.editing}
        writing={{ field, onChange: changed }}
        completion={completion}
        isHidden={false}
        onSend={() => void save()}
        onAttach={attach}
        onEditLast={undefined}
        onEscape={cancel}
      />
      {pending.length > 0 && <UploadList uploads={pending} />}
      {newer !== null && <NewerContent content={newer} />}
      <div className={styles["editButtons"]}>
        <Button variant="primary" isDisabled={isEmpty || pending.length > 0} onPress={() => void save()}>
          {words.message.saveEdit}
        </Button>
        <Button onPress={cancel}>{words.message.cancelEdit}</Button>
      </div>
    </div>
  );
}

interface MessageEditOptions extends Omit<EditFieldProps, "isFocusRequested"> {
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  readonly initialEdit: PersistedEdit;
}

/**
 * Manages an edit in progress. The text is persisted with each key press. If another user has changed the message since
 * the edit started, the edit is not saved at first: the newer content is shown.
 */
function useMessageEdit({ message: { id }, field, initialEdit, onClose, onEdit }: MessageEditOptions) {
  const client = useClient();
  const { me } = client;
  const [isEmpty, setEmpty] = useState(false);
  const [source, setSource] = useState(initialEdit.source);
  /** The current content of the message, if it differs from the content with which the edit started. */
  const [newer, setNewer] = useState<string | null>(null);
  const text = () => field.current?.value ?? "";
  const changed = () => {
    setEmpty(text().trim() === "");
    persistEdit(me, id, { source, content: text() });
  };
  const end = () => {
    deletePersistedEdit(me, id);
    focusMessage(field.current);
    onClose();
  };
  const save = async () => {
    const content = text().trim();
    if (content === "") return;
    if (content === source) return end();
    const now = await fetchMarkdownSource(client, id);
    if (now === null) return;
    if (now !== source && now !== content) {
      persistEdit(me, id, { source: now, content: text() });
      setSource(now);
      return setNewer(now);
    }
    if (checkOutcome(await editMessage(client, id, content))) end();
  };
  const cancel = () => {
    const content = text();
    end();
    if (content === source) return;
    const run = () => {
      persistEdit(me, id, { source, content });
      onEdit();
    };
    showToast({ text: words.message.editDropped, action: { text: words.ui.undo, run } });
  };
  return { isEmpty, newer, changed, save, cancel };
}

/**
 * Moves the focus from the editor to the message, so that the message's keyboard shortcuts work. Does nothing if the
 * focus is elsewhere.
 */
function focusMessage(field: HTMLTextAreaElement | null): void {
  const message = field?.closest<HTMLElement>("[data-message]");
  if (message?.contains(document.activeElement)) message.focus({ preventScroll: true });
}

function focusEnd(field: HTMLTextAreaElement): void {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  field.parentElement?.scrollIntoView({ block: "nearest" });
}

const onDropFiles = (attach: (files: Iterable<File>) => void) => (event: DragEvent) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  attach(event.dataTransfer.files);
};
