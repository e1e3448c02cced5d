import type { ClipboardEvent, DragEvent, KeyboardEvent } from "react";
import { sendLater } from "../actions/send-later.ts";
import type { Destination } from "../connection/outbox.ts";
import { told } from "../message/told.ts";
import { say } from "../ui/toasts.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { CompletionList, LIST_ID, optionId } from "./completion/completion-list.tsx";
import { type Completion, useCompletion } from "./completion/use-completion.ts";
import styles from "./composer.module.css";
import { SendButton } from "./send-button.tsx";
import { linkSelection, wrapSelection } from "./text-edits.ts";
import { Tools } from "./tools.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";
import { useWriting, type Writing } from "./use-writing.ts";

interface TextFieldProps {
  readonly to: Destination;
  /** What it begins with. */
  readonly quote: string;
  readonly needsTopic: boolean;
  readonly onSent: () => void;
}

type Attach = (files: Iterable<File>) => void;

/** The text itself, and everything that helps to write it. */
export function TextField({ to, quote, needsTopic, onSent }: TextFieldProps) {
  const { outbox } = useClient();
  const writing = useWriting(to, quote);
  const { field, isEmpty, left } = writing;
  const completion = useCompletion(field);
  const { pending, attach } = useUploads(field);
  const isSendable = !isEmpty && !needsTopic && (left ?? 0) >= 0 && pending.length === 0;
  const send = () => {
    if (!isSendable) return;
    outbox.send(to, writing.take());
    completion.close();
    onSent();
    field.current?.focus();
  };
  return (
    <div className={styles["writing"]} onDrop={onFiles(attach)} onDragOver={(event) => event.preventDefault()}>
      <CompletionList completion={completion} />
      <TextArea writing={writing} completion={completion} onSend={send} onAttach={attach} />
      <UploadList uploads={pending} />
      <div className={styles["bar"]}>
        <Tools field={field} onFiles={attach} />
        <span className={styles["note"]} role="status">
          {needsTopic && !isEmpty && words.composer.needsTopic}
          {left !== null && (left < 0 ? words.composer.tooLong(-left) : words.composer.left(left))}
        </span>
        <Sending to={to} writing={writing} isDisabled={!isSendable} onSend={send} />
      </div>
    </div>
  );
}

interface TextAreaProps {
  readonly writing: Writing;
  readonly completion: Completion;
  readonly onSend: () => void;
  readonly onAttach: Attach;
}

function TextArea({ writing: { field, changed }, completion, onSend, onAttach }: TextAreaProps) {
  const entersSend = useEntersSend();
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") field.current?.blur();
    if (event.key === "Enter" && isSending(event, entersSend)) {
      event.preventDefault();
      onSend();
    } else if ((event.ctrlKey || event.metaKey) && field.current) format(event, field.current);
  };
  const onInput = () => {
    changed();
    completion.look();
  };
  const chosen = completion.offer ? optionId(completion.offer.chosen) : undefined;
  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      className={styles["text"]}
      aria-label={words.composer.message}
      placeholder={words.composer.message}
      aria-controls={completion.offer ? LIST_ID : undefined}
      aria-activedescendant={chosen}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSelect={completion.look}
      onBlur={completion.close}
      onPaste={onPaste(onAttach)}
    />
  );
}

interface SendingProps {
  readonly to: Destination;
  readonly writing: Writing;
  readonly isDisabled: boolean;
  readonly onSend: () => void;
}

function Sending({ to, writing, isDisabled, onSend }: SendingProps) {
  const client = useClient();
  const later = async (moment: number) => {
    const outcome = await sendLater(client, to, writing.field.current?.value.trim() ?? "", moment);
    told(outcome);
    if (!outcome.done) return;
    writing.take();
    say({ text: words.composer.scheduled });
  };
  const keys = useEntersSend() ? words.composer.enterKey : words.composer.ctrlEnterKey;
  return <SendButton isDisabled={isDisabled} keys={keys} onSend={onSend} onLater={(moment) => void later(moment)} />;
}

const useEntersSend = (): boolean => useKnown((state) => state.user_settings?.enter_sends ?? true);

/** Whether Enter sends, as the person chose: by itself, or with Ctrl. */
const isSending = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, entersSend: boolean): boolean =>
  ctrlKey || metaKey || (entersSend && !shiftKey);

const formats: Readonly<Record<string, (field: HTMLTextAreaElement) => void>> = {
  b: (field) => wrapSelection(field, "**", "**"),
  i: (field) => wrapSelection(field, "*", "*"),
  l: (field) => linkSelection(field, ""),
  e: (field) => wrapSelection(field, "`", "`"),
};

function format(event: KeyboardEvent, field: HTMLTextAreaElement): void {
  const apply = formats[event.key.toLowerCase()];
  if (!apply || event.altKey || event.shiftKey) return;
  event.preventDefault();
  apply(field);
}

const onFiles = (attach: Attach) => (event: DragEvent) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  attach(event.dataTransfer.files);
};

const onPaste = (attach: Attach) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
  const { files } = event.clipboardData;
  const text = event.clipboardData.getData("text/plain");
  const field = event.currentTarget;
  if (files.length > 0 && text === "") {
    event.preventDefault();
    attach(files);
  } else if (/^https?:\/\/\S+$/.test(text.trim()) && field.selectionStart !== field.selectionEnd) {
    event.preventDefault();
    linkSelection(field, text.trim());
  }
};
