import { Suspense, useState, useEffect, useRef } from "react";
import { scheduleMessage } from "../../client/actions/messages/schedule-message.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { largeAudienceSize } from "../../client/replica/selectors/posting-permissions.ts";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { words } from "../../base/words/index.ts";
import { useCompletion } from "./completion/use-completion.ts";
import styles from "./composer.module.css";
import { draftDestination } from "./drafts/drafts.ts";
import { useCanSendTo } from "./warnings/destination-warnings.tsx";
import { SendButton } from "./send-button.tsx";
import { TextArea, useEntersSend, type AttachFiles } from "./text-area.tsx";
import { FormattingToolbar } from "./formatting-toolbar.tsx";
import { useUploads } from "./uploads/use-uploads.ts";
import { useMessageText, type MessageText } from "./use-message-text.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

/** Time in milliseconds without a `dragover` event after which no file is considered to be dragged any more. */
const DRAG_END_DELAY_MS = 250;

/**
 * Attaches files that the user drops anywhere in the page. Without this, the browser would open the file instead of the
 * page. Returns true while files are dragged over the page.
 */
function useFileDrop(attach: AttachFiles): boolean {
  const [isDragged, setDragged] = useState(false);
  const current = useRef(attach);
  useEffect(() => {
    current.current = attach;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragged(true);
      clearTimeout(timer);
      timer = setTimeout(() => setDragged(false), DRAG_END_DELAY_MS);
    };
    const onDrop = (event: DragEvent) => {
      const { files } = event.dataTransfer ?? {};
      if (event.defaultPrevented || !files || files.length === 0) return;
      event.preventDefault();
      current.current(Array.from(files));
    };
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("drop", onDrop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("drop", onDrop);
    };
  }, []);
  return isDragged;
}

const NonSubscriberWarning = lazyComponent(
  async () => (await import("./warnings/non-subscriber-warning.tsx")).NonSubscriberWarning,
);
const CompletionList = lazyComponent(async () => (await import("./completion/completion-list.tsx")).CompletionList);
const UploadList = lazyComponent(async () => (await import("./uploads/upload-list.tsx")).UploadList);
const Preview = lazyComponent(async () => (await import("./preview.tsx")).Preview);
const LargeAudienceDialog = lazyComponent(
  async () => (await import("./warnings/large-audience-dialog.tsx")).LargeAudienceDialog,
);

interface MessageEditorProps {
  readonly to: Destination;
  /** Text that is appended to the draft. */
  readonly quote: string;
  /** Whether the user is still choosing the topic or further recipients. */
  readonly isNew: boolean;
  readonly onSent: () => void;
  readonly onEditLast?: (() => void) | undefined;
}

/** The message editor: the text area, with suggestions, formatting, uploads and sending. */
export function MessageEditor({ to, quote, isNew, onSent, onEditLast }: MessageEditorProps) {
  const writing = useMessageText({ to, quote, isNew });
  const needsTopic = isNew && to.kind === "topic" && to.topic.trim() === "";
  const { field, isEmpty, remainingCharacters } = writing;
  const completion = useCompletion(field, to);
  const { pending, attach } = useUploads(field, draftDestination({ to, isNew }));
  const isDragged = useFileDrop(attach);
  const [preview, setPreview] = useState<string | null>(null);
  const mayWrite = useCanSendTo(to);
  const isSendable = mayWrite && !isEmpty && !needsTopic && (remainingCharacters ?? 0) >= 0 && pending.length === 0;
  const { send, question } = useSending(to, writing, () => {
    setPreview(null);
    completion.close();
    onSent();
    requestAnimationFrame(() => field.current?.focus());
  });
  return (
    <div className={styles["writing"]}>
      <Suspense>{completion.offer && <CompletionList completion={completion} />}</Suspense>
      <TextArea
        writing={writing}
        completion={completion}
        isHidden={preview !== null}
        onSend={() => isSendable && send()}
        onAttach={attach}
        onEditLast={onEditLast}
      />
      <Suspense>{preview !== null && <Preview content={preview} />}</Suspense>
      <Suspense>
        {to.kind === "topic" && !isEmpty && <NonSubscriberWarning channelId={to.channelId} field={field} />}
      </Suspense>
      {isDragged && <p className={styles["drop"]}>{words.composer.drop}</p>}
      <Suspense>{pending.length > 0 && <UploadList uploads={pending} />}</Suspense>
      {/* Pressing a button here keeps the focus in the text, so that a phone's keyboard stays open. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles["bar"]} onMouseDown={(event) => isTouch() && event.preventDefault()}>
        <FormattingToolbar
          field={field}
          isPreviewing={preview !== null}
          onFiles={attach}
          onPreview={() => setPreview(preview === null ? (field.current?.value ?? "") : null)}
        />
        <EditorStatus writing={writing} needsTopic={needsTopic} />
        <ScheduledSendButton to={to} writing={writing} isDisabled={!isSendable} onSend={send} />
      </div>
      {question}
    </div>
  );
}

/**
 * Returns a function that sends the message, and the dialog that the function opens first if the message would notify
 * many users.
 */
function useSending(to: Destination, { field, extractText }: MessageText, onSent: () => void) {
  const { outbox, state } = useClient();
  const [audienceSize, setAudienceSize] = useState<number | null>(null);
  const sendNow = () => {
    outbox.send(to, extractText());
    onSent();
  };
  const send = () => {
    const count = to.kind === "topic" ? largeAudienceSize(state.get(), to.channelId, field.current?.value ?? "") : null;
    if (count === null) sendNow();
    else setAudienceSize(count);
  };
  const question = audienceSize !== null && (
    <Suspense>
      <LargeAudienceDialog count={audienceSize} onSend={sendNow} onClose={() => setAudienceSize(null)} />
    </Suspense>
  );
  return { send, question };
}

/** Status of the text: whether it is saved, how many characters are left, or that a topic is missing. */
function EditorStatus({
  writing: { isEmpty, isSaved, remainingCharacters },
  needsTopic,
}: {
  writing: MessageText;
  needsTopic: boolean;
}) {
  const isNeeded = needsTopic && !isEmpty;
  const limit =
    remainingCharacters === null
      ? ""
      : remainingCharacters < 0
        ? words.composer.tooLong(-remainingCharacters)
        : words.composer.left(remainingCharacters);
  const isDraftSaved = isSaved && !isEmpty && remainingCharacters === null && !isNeeded;
  return (
    <span className={`${styles["note"]} ${(remainingCharacters ?? 0) < 0 ? styles["over"] : ""}`} role="status">
      {isNeeded && words.composer.needsTopic} {limit}
      {isDraftSaved && <span className={styles["kept"]}>{words.composer.saved}</span>}
    </span>
  );
}

interface ScheduledSendButtonProps {
  readonly to: Destination;
  readonly writing: MessageText;
  readonly isDisabled: boolean;
  readonly onSend: () => void;
}

function ScheduledSendButton({ to, writing, isDisabled, onSend }: ScheduledSendButtonProps) {
  const client = useClient();
  const later = async (moment: number) => {
    const content = writing.field.current?.value.trim() ?? "";
    const outcome = await scheduleMessage(client, to, content, moment);
    checkOutcome(outcome);
    if (!outcome.done) return;
    writing.removeText(content);
    showToast({ text: words.composer.scheduled });
  };
  const keys = useEntersSend() ? words.composer.enterKey : words.composer.ctrlEnterKey;
  return <SendButton isDisabled={isDisabled} keys={keys} onSend={onSend} onSchedule={(moment) => void later(moment)} />;
}
