import { Suspense, useState } from "react";
import { sendLater } from "../../client/actions/messages/schedule-message.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { told } from "../../hooks/check-outcome.ts";
import { toldAtOnce } from "../../client/replica/selectors/posting-permissions.ts";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { words } from "../../base/words/index.ts";
import { useCompletion } from "./completion/use-completion.ts";
import styles from "./composer.module.css";
import { draftPlace } from "./drafts/drafts.ts";
import { useMayWrite } from "./warnings/destination-warnings.tsx";
import { SendButton } from "./send-button.tsx";
import { TextArea, useEntersSend } from "./text-area.tsx";
import { Tools } from "./formatting-toolbar.tsx";
import { useDrop } from "./use-drop.ts";
import { useUploads } from "./uploads/use-uploads.ts";
import { useWriting, type Writing } from "./use-message-text.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const Strangers = late(async () => (await import("./warnings/non-subscriber-warning.tsx")).Strangers);
const CompletionList = late(async () => (await import("./completion/completion-list.tsx")).CompletionList);
const UploadList = late(async () => (await import("./uploads/upload-list.tsx")).UploadList);
const Preview = late(async () => (await import("./preview.tsx")).Preview);
const CrowdDialog = late(async () => (await import("./warnings/large-audience-dialog.tsx")).CrowdDialog);

interface TextFieldProps {
  readonly to: Destination;
  /** What it begins with. */
  readonly quote: string;
  /** Whether its topic, or more people, are still to be chosen. */
  readonly isNew: boolean;
  readonly onSent: () => void;
  readonly onEditLast?: (() => void) | undefined;
}

/** The text itself, and everything that helps to write it. */
export function TextField({ to, quote, isNew, onSent, onEditLast }: TextFieldProps) {
  const writing = useWriting({ to, quote, isNew });
  const needsTopic = isNew && to.kind === "topic" && to.topic.trim() === "";
  const { field, isEmpty, left } = writing;
  const completion = useCompletion(field, to);
  const { pending, attach } = useUploads(field, draftPlace({ to, isNew }));
  const isHeld = useDrop(attach);
  const [preview, setPreview] = useState<string | null>(null);
  const mayWrite = useMayWrite(to);
  const isSendable = mayWrite && !isEmpty && !needsTopic && (left ?? 0) >= 0 && pending.length === 0;
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
      <Suspense>{to.kind === "topic" && !isEmpty && <Strangers channelId={to.channelId} field={field} />}</Suspense>
      {isHeld && <p className={styles["drop"]}>{words.composer.drop}</p>}
      <Suspense>{pending.length > 0 && <UploadList uploads={pending} />}</Suspense>
      {/* What is pressed here leaves the focus where it is: a phone's keyboard does not close and open again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles["bar"]} onMouseDown={(event) => isTouch() && event.preventDefault()}>
        <Tools
          field={field}
          isPreviewing={preview !== null}
          onFiles={attach}
          onPreview={() => setPreview(preview === null ? (field.current?.value ?? "") : null)}
        />
        <Note writing={writing} needsTopic={needsTopic} />
        <Sending to={to} writing={writing} isDisabled={!isSendable} onSend={send} />
      </div>
      {question}
    </div>
  );
}

/** Sends what was written, after a question where it would tell many people at once. */
function useSending(to: Destination, { field, take }: Writing, onSent: () => void) {
  const { outbox, state } = useClient();
  const [crowd, setCrowd] = useState<number | null>(null);
  const sendNow = () => {
    outbox.send(to, take());
    onSent();
  };
  const send = () => {
    const count = to.kind === "topic" ? toldAtOnce(state.get(), to.channelId, field.current?.value ?? "") : null;
    if (count === null) sendNow();
    else setCrowd(count);
  };
  const question = crowd !== null && (
    <Suspense>
      <CrowdDialog count={crowd} onSend={sendNow} onClose={() => setCrowd(null)} />
    </Suspense>
  );
  return { send, question };
}

/** What is to be said of the text itself. */
function Note({ writing: { isEmpty, isKept, left }, needsTopic }: { writing: Writing; needsTopic: boolean }) {
  const isNeeded = needsTopic && !isEmpty;
  const limit = left === null ? "" : left < 0 ? words.composer.tooLong(-left) : words.composer.left(left);
  const kept = isKept && !isEmpty && left === null && !isNeeded;
  return (
    <span className={`${styles["note"]} ${(left ?? 0) < 0 ? styles["over"] : ""}`} role="status">
      {isNeeded && words.composer.needsTopic} {limit}
      {kept && <span className={styles["kept"]}>{words.composer.saved}</span>}
    </span>
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
    const content = writing.field.current?.value.trim() ?? "";
    const outcome = await sendLater(client, to, content, moment);
    told(outcome);
    if (!outcome.done) return;
    writing.drop(content);
    say({ text: words.composer.scheduled });
  };
  const keys = useEntersSend() ? words.composer.enterKey : words.composer.ctrlEnterKey;
  return <SendButton isDisabled={isDisabled} keys={keys} onSend={onSend} onLater={(moment) => void later(moment)} />;
}
