import { useEffect, useLayoutEffect, useRef, useState, type DragEvent } from "react";
import { editMessage } from "../../../../client/actions/messages/edit-message.ts";
import { CompletionList } from "../../../composer/completion/completion-list.tsx";
import { useCompletion } from "../../../composer/completion/use-completion.ts";
import { TextArea } from "../../../composer/text-area.tsx";
import { UploadList } from "../../../composer/uploads/upload-list.tsx";
import { useUploads } from "../../../composer/uploads/use-uploads.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { destinationOf } from "../../../../client/replica/selectors/message-destination.ts";
import { Button } from "../../../../base/ui/forms/button.tsx";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { TypedAhead, useTypedAhead } from "../../../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../../../base/words/index.ts";
import { forgetEdit, keepEdit, keptEdit, type KeptEdit } from "./persisted-edits.ts";
import styles from "../message.module.css";
import { sourceOf } from "../actions/fetch-markdown-source.ts";
import { told } from "../../../../hooks/check-outcome.ts";

interface EditFieldProps {
  readonly message: KnownMessage;
  /** Whether somebody has asked for it just now, and goes on writing here. */
  readonly isAskedFor: boolean;
  readonly onClose: () => void;
  /** Opens it again. */
  readonly onEdit: () => void;
}

/** Writes a message anew where it stands. */
export function EditField(props: EditFieldProps) {
  const client = useClient();
  const { id } = props.message;
  const [begun, setBegun] = useState<KeptEdit | null>(() => keptEdit(client.me, id));
  const { onClose } = props;
  useEffect(() => {
    if (begun !== null) return;
    void sourceOf(client, id).then((source) => {
      if (source === null) onClose();
      else setBegun({ source, content: source });
    });
  }, [client, id, begun, onClose]);
  if (begun === null) {
    return (
      <>
        <p>{words.ui.loading}</p>
        {props.isAskedFor && <TypedAhead />}
      </>
    );
  }
  return <Field {...props} begun={begun} />;
}

function Field({ message, isAskedFor, begun, onClose, onEdit }: EditFieldProps & { readonly begun: KeptEdit }) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const to = destinationOf(message, client.me);
  const completion = useCompletion(field, to);
  const { pending, attach } = useUploads(field, to);
  const { isEmpty, newer, changed, save, cancel } = useChange({ message, field, begun, onClose, onEdit });
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.value = begun.content;
    if (isAskedFor) focusEnd(element);
    // What it begins with is put there once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useTypedAhead((text) => {
    field.current?.setRangeText(text, begun.content.length, begun.content.length, "end");
    changed();
  });
  return (
    <div className={styles["edit"]} onDrop={onFiles(attach)} onDragOver={(event) => event.preventDefault()}>
      <CompletionList completion={completion} />
      <TextArea
        label={words.message.editing}
        writing={{ field, changed }}
        completion={completion}
        isHidden={false}
        onSend={() => void save()}
        onAttach={attach}
        onEditLast={undefined}
        onEscape={cancel}
      />
      {pending.length > 0 && <UploadList uploads={pending} />}
      {newer !== null && (
        <div role="alert" className={styles["newer"]}>
          <p>{words.message.editedMeanwhile}</p>
          <pre dir="auto">{newer}</pre>
        </div>
      )}
      <div className={styles["editButtons"]}>
        <Button look="primary" isDisabled={isEmpty || pending.length > 0} onPress={() => void save()}>
          {words.message.saveEdit}
        </Button>
        <Button onPress={cancel}>{words.message.cancelEdit}</Button>
      </div>
    </div>
  );
}

interface ChangeOptions extends Omit<EditFieldProps, "isAskedFor"> {
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  readonly begun: KeptEdit;
}

/** A change under way: kept with each key, saved unless somebody else has changed the message meanwhile. */
function useChange({ message: { id }, field, begun, onClose, onEdit }: ChangeOptions) {
  const client = useClient();
  const { me } = client;
  const [isEmpty, setEmpty] = useState(false);
  const [source, setSource] = useState(begun.source);
  /** What the message says now, where that is not what was to be changed. */
  const [newer, setNewer] = useState<string | null>(null);
  const text = () => field.current?.value ?? "";
  const changed = () => {
    setEmpty(text().trim() === "");
    keepEdit(me, id, { source, content: text() });
  };
  const end = () => {
    forgetEdit(me, id);
    backToMessage(field.current);
    onClose();
  };
  const save = async () => {
    const content = text().trim();
    if (content === "") return;
    if (content === source) return end();
    const now = await sourceOf(client, id);
    if (now === null) return;
    if (now !== source && now !== content) {
      keepEdit(me, id, { source: now, content: text() });
      setSource(now);
      return setNewer(now);
    }
    if (told(await editMessage(client, id, content))) end();
  };
  const cancel = () => {
    const content = text();
    end();
    if (content === source) return;
    const run = () => {
      keepEdit(me, id, { source, content });
      onEdit();
    };
    say({ text: words.message.editDropped, action: { text: words.ui.undo, run } });
  };
  return { isEmpty, newer, changed, save, cancel };
}

/** Who wrote here, and goes on with keys, is at the message then. */
function backToMessage(field: HTMLTextAreaElement | null): void {
  const message = field?.closest<HTMLElement>("[data-message]");
  if (message?.contains(document.activeElement)) message.focus({ preventScroll: true });
}

function focusEnd(field: HTMLTextAreaElement): void {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  field.parentElement?.scrollIntoView({ block: "nearest" });
}

const onFiles = (attach: (files: Iterable<File>) => void) => (event: DragEvent) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  attach(event.dataTransfer.files);
};
