import { Star } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Destination } from "../connection/outbox.ts";
import type { KnownMessage, MarkedContent } from "../replica/messages.ts";
import { peopleById } from "../replica/selectors/by-id.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown, useStore } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { exactly, timeOfDay } from "../words/en/times.ts";
import { Actions } from "./actions.tsx";
import { EditField } from "./edit-field.tsx";
import { useEdited } from "./editing.tsx";
import { MessageHtml } from "./message-html.tsx";
import styles from "./message.module.css";
import { isWidget } from "./widget-steps.ts";
import { Reactions } from "./reactions.tsx";

interface MessageProps {
  readonly id: number;
  /** Whether it says who wrote it: the first of some that one person wrote. */
  readonly isFirst: boolean;
  /** Whether somebody asked for just this one. */
  readonly isTarget: boolean;
  /** Its content with what was looked for marked in it. */
  readonly marked?: MarkedContent | undefined;
  readonly onReply: (to: Destination) => void;
  readonly onQuote: (to: Destination, markdown: string) => void;
}

/** One message. */
export function Message({ id, isFirst, isTarget, marked, onReply, onQuote }: MessageProps) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  const { isEditing, edit, endEdit } = useEdited(id);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!message) return null;
  const { flags, is_me_message } = message;
  const isMention = flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));
  const showsSender = isFirst || is_me_message;
  const look = [
    styles["message"],
    showsSender && styles["first"],
    isMention && styles["mention"],
    isTarget && styles["target"],
  ];
  return (
    // Who points at it, or comes to it by keys, sees what can be done with it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={look.filter(Boolean).join(" ")}
      data-message={id}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setPointedAt(true)}
      onBlur={() => setPointedAt(false)}
    >
      {showsSender ? <Face message={message} /> : <Gutter message={message} />}
      <div className={styles["body"]}>
        {showsSender && <By message={message} />}
        {isEditing ? (
          <EditField message={message} onDone={endEdit} />
        ) : (
          <Content message={message} html={marked?.of === message.content ? marked.html : message.content} />
        )}
        <Reactions message={message} />
      </div>
      {!isEditing && (isPointedAt || isBusy) && (
        <Actions message={message} onReply={onReply} onQuote={onQuote} onEdit={edit} onBusy={setBusy} />
      )}
    </article>
  );
}

const Widget = lazy(async () => ({ default: (await import("./widget.tsx")).Widget }));

/** What it says; a poll or a list of things to do as what it is. */
const Content = ({ message, html }: { message: KnownMessage; html: string }) =>
  isWidget(message.submessages) ? (
    <Suspense fallback={<MessageHtml html={html} />}>
      <Widget message={message} />
    </Suspense>
  ) : (
    <MessageHtml html={html} />
  );

function Face({ message: { sender_id, sender_full_name, avatar_url } }: { message: KnownMessage }) {
  return (
    <span className={styles["face"]}>
      <Avatar id={sender_id} name={sender_full_name} url={avatar_url} size={36} />
    </span>
  );
}

/** Beside a message without a face: when it was, for who points at it. */
const Gutter = ({ message }: { message: KnownMessage }) => (
  <span className={styles["gutter"]}>
    <Moment message={message} />
  </span>
);

function By({ message }: { message: KnownMessage }) {
  const sender = useKnown((state) => peopleById(state).get(message.sender_id));
  const { flags, last_edit_timestamp, last_moved_timestamp } = message;
  return (
    <p className={styles["by"]}>
      <b dir="auto">{sender?.full_name ?? message.sender_full_name}</b>
      {sender?.is_bot && <span className={styles["badge"]}>{words.message.bot}</span>}
      <Moment message={message} />
      {last_edit_timestamp !== undefined ? (
        <span className={styles["edited"]}>{words.message.edited}</span>
      ) : (
        last_moved_timestamp !== undefined && <span className={styles["edited"]}>{words.message.moved}</span>
      )}
      {flags.includes("starred") && <Star size={13} className={styles["star"]} aria-label={words.shell.starred} />}
    </p>
  );
}

function Moment({ message: { timestamp } }: { message: KnownMessage }) {
  const isTwentyFour = useKnown((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const moment = timestamp * 1000;
  return (
    <time dateTime={new Date(moment).toISOString()} title={exactly(moment)}>
      {timeOfDay(moment, isTwentyFour)}
    </time>
  );
}
