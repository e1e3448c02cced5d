import { Star } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import type { KnownMessage, MarkedContent } from "../../../client/replica/messages/messages.ts";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../base/ui/avatar.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { EmojiSign } from "../../emoji/emoji-glyph.tsx";
import { statusOf } from "../../../client/replica/selectors/users/user-status.ts";
import { useOpeners } from "../../../hooks/context/openers-context.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { TypedAhead } from "../../../hooks/interaction/keystroke-buffer.tsx";
import { useLongPress } from "../../../hooks/interaction/use-long-press.ts";
import { useNoticed } from "../../../hooks/interaction/use-hover-or-focus.ts";
import { useKnown, useSelected, useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { exactly, timeOfDay } from "../../../base/words/en/times.ts";
import { Actions, type OpenPart } from "./actions/action-bar.tsx";
import { Folded, mayBeTall } from "./collapsible.tsx";
import { useEdited } from "./editing/editing-context.tsx";
import { goingMessages } from "./actions/delete-with-undo.ts";
import { MessageHtml } from "../../message-content/message-html.tsx";
import styles from "./message.module.css";
import { isWidget } from "./widgets/widget-state.ts";
import { Reactions } from "./reactions.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";

interface MessageProps {
  readonly id: number;
  /** Whether it says who wrote it: the first of some that one person wrote. */
  readonly isFirst: boolean;
  /** Whether somebody asked for just this one. */
  readonly isTarget: boolean;
  /** Its content with what was looked for marked in it. */
  readonly marked?: MarkedContent | undefined;
}

/** One message. */
export function Message({ id, isFirst, isTarget, marked }: MessageProps) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  const edited = useEdited(id);
  const stay = useStayed(id);
  const [isNoticed, noticing] = useNoticed();
  const [isOpen, open] = useState<OpenPart>(null);
  const touch = useLongPress(() => open("menu"));
  if (!message) return null;
  const isActing = !edited.isEditing && !stay && (isNoticed || isOpen !== null);
  const showsSender = isFirst || message.is_me_message;
  const look = [
    styles["message"],
    showsSender && styles["first"],
    isMention(message) && styles["mention"],
    isTarget && styles["target"],
    message.is_me_message && styles["deed"],
    isActing && styles["acting"],
  ];
  return (
    // Who points at it, or comes to it by keys, sees what can be done with it.
    <article
      {...touch}
      {...noticing}
      className={look.filter(Boolean).join(" ")}
      data-message={id}
      tabIndex={-1}
      aria-label={words.message.from(message.sender_full_name, exactly(message.timestamp * 1000))}
    >
      {showsSender ? <Face message={message} /> : <Gutter message={message} />}
      <div className={styles["body"]}>
        {showsSender && <By message={message} />}
        <Said message={message} marked={marked} edited={edited} stay={stay} />
        {!showsSender && <Marks message={message} />}
        <Reactions message={message} />
      </div>
      {isActing && <Actions message={message} onEdit={edited.onEdit} isOpen={isOpen} onOpen={open} />}
    </article>
  );
}

/** Takes back that a message will be deleted in a moment; undefined: it will not. */
const useStayed = (id: number): (() => void) | undefined =>
  useSelected(
    goingMessages,
    useCallback((going: ReadonlyMap<number, () => void>) => going.get(id), [id]),
  );

const isMention = ({ flags }: KnownMessage): boolean =>
  flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));

interface SaidProps {
  readonly message: KnownMessage;
  readonly marked: MarkedContent | undefined;
  readonly edited: ReturnType<typeof useEdited>;
  /** Takes back that it will be deleted in a moment. */
  readonly stay: (() => void) | undefined;
}

/** What it says, the field in which that is changed, or that it goes. */
function Said({ message, marked, edited, stay }: SaidProps) {
  if (stay) return <Deleted onUndo={stay} />;
  const text = <Text message={message} marked={marked} />;
  if (!edited.isEditing) return text;
  const instead = (
    <>
      {text}
      {edited.isAskedFor && <TypedAhead />}
    </>
  );
  return (
    <Suspense fallback={instead}>
      <EditField message={message} {...edited} />
    </Suspense>
  );
}

/** What somebody does, as it reads after their name. */
const deedIn = (html: string): string => html.replace(/^<p>\/me /, "<p>");

/** Its text, in part where that is much. */
function Text({ message, marked }: Pick<SaidProps, "message" | "marked">) {
  const said = marked?.of === message.content ? marked.html : message.content;
  const html = message.is_me_message ? deedIn(said) : said;
  const isPlain = message.submessages.length === 0 && !mayBeTall(html);
  return (
    <Folded isFolded={message.flags.includes("collapsed")} mayBeTall={!isPlain} id={message.id}>
      <Content message={message} html={html} />
    </Folded>
  );
}

/** In the place of a message that will be deleted in a moment. */
const Deleted = ({ onUndo }: { onUndo: () => void }) => (
  <p className={styles["deleted"]} role="status">
    {words.message.deleted}
    <Button look="plain" onPress={onUndo}>
      {words.ui.undo}
    </Button>
  </p>
);

const EditField = late(async () => (await import("./editing/edit-field.tsx")).EditField);
const Widget = late(async () => (await import("./widgets/widget.tsx")).Widget);

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
  const { person } = useOpeners();
  return (
    // The name beside it does the same for keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span className={styles["face"]} onClick={({ currentTarget }) => person(sender_id, currentTarget)}>
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
  const { person } = useOpeners();
  const sender = useKnown((state) => peopleById(state).get(message.sender_id));
  return (
    <p className={styles["by"]}>
      <button
        type="button"
        className={styles["sender"]}
        dir="auto"
        onClick={({ currentTarget }) => person(message.sender_id, currentTarget)}
      >
        {sender?.full_name ?? message.sender_full_name}
      </button>
      <StatusSign userId={message.sender_id} />
      {sender?.is_bot && <span className={styles["badge"]}>{words.message.bot}</span>}
      <Moment message={message} />
      <Marks message={message} />
    </p>
  );
}

/** Whether it was changed or moved, and whether the reader has starred it. */
function Marks({ message: { flags, last_edit_timestamp, last_moved_timestamp } }: { message: KnownMessage }) {
  const change =
    last_edit_timestamp === undefined
      ? last_moved_timestamp !== undefined && words.message.moved
      : words.message.edited;
  const isStarred = flags.includes("starred");
  if (change === false && !isStarred) return null;
  return (
    <span className={styles["marks"]}>
      {change}
      {isStarred && <Star size={13} className={styles["star"]} role="img" aria-label={words.shell.starred} />}
    </span>
  );
}

/** The emoji of what somebody says is up with them. */
function StatusSign({ userId }: { userId: number }) {
  const status = useKnown((state) => statusOf(state, userId));
  if (!status?.emoji) return null;
  return (
    <span className={styles["statusSign"]} title={status.text}>
      <EmojiSign emoji={status.emoji} />
    </span>
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
