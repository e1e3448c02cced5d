import { Star } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import type { KnownMessage, MarkedContent } from "../../../client/replica/messages/messages.ts";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../base/ui/avatar.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { EmojiGlyph } from "../../emoji/emoji-glyph.tsx";
import { userStatus } from "../../../client/replica/selectors/users/user-status.ts";
import { useOverlayOpeners } from "../../../hooks/context/openers-context.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { KeystrokeBuffer } from "../../../hooks/interaction/keystroke-buffer.tsx";
import { useLongPress } from "../../../hooks/interaction/use-long-press.ts";
import { useHoverOrFocus } from "../../../hooks/interaction/use-hover-or-focus.ts";
import { useClientState, useSelected, useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { exactly, timeOfDay } from "../../../base/words/en/times.ts";
import { ActionBar, type OpenActionMenu } from "./actions/action-bar.tsx";
import { Collapsible, canBeTall } from "./collapsible.tsx";
import { useMessageEditing } from "./editing/editing-context.tsx";
import { pendingDeletionsStore } from "./actions/delete-with-undo.ts";
import { MessageHtml } from "../../message-content/message-html.tsx";
import styles from "./message.module.css";
import { isWidget } from "./widgets/widget-state.ts";
import { Reactions } from "./reactions.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";

interface MessageProps {
  readonly id: number;
  /**
   * Whether the message is the first of several consecutive messages from the same sender. Only the first one shows the
   * sender.
   */
  readonly isFirst: boolean;
  /** Whether the user has navigated to this message. */
  readonly isTarget: boolean;
  /** The content with the search terms highlighted. */
  readonly marked?: MarkedContent | undefined;
}

/** A message in the message list. */
export function Message({ id, isFirst, isTarget, marked }: MessageProps) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  const edited = useMessageEditing(id);
  const stay = useUndoDeletion(id);
  const [isNoticed, noticing] = useHoverOrFocus();
  const [isOpen, open] = useState<OpenActionMenu>(null);
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
    // The action bar is shown while the pointer is over the message or the message has the keyboard focus.
    <article
      {...touch}
      {...noticing}
      className={look.filter(Boolean).join(" ")}
      data-message={id}
      tabIndex={-1}
      aria-label={words.message.from(message.sender_full_name, exactly(message.timestamp * 1000))}
    >
      {showsSender ? <SenderAvatar message={message} /> : <TimeGutter message={message} />}
      <div className={styles["body"]}>
        {showsSender && <MessageHeader message={message} />}
        <MessageBody message={message} marked={marked} edited={edited} undoDeletion={stay} />
        {!showsSender && <MessageMarks message={message} />}
        <Reactions message={message} />
      </div>
      {isActing && <ActionBar message={message} onEdit={edited.onEdit} isOpen={isOpen} onOpen={open} />}
    </article>
  );
}

/** Returns a function that cancels the pending deletion of the message, or undefined if no deletion is pending. */
const useUndoDeletion = (id: number): (() => void) | undefined =>
  useSelected(
    pendingDeletionsStore,
    useCallback((going: ReadonlyMap<number, () => void>) => going.get(id), [id]),
  );

const isMention = ({ flags }: KnownMessage): boolean =>
  flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));

interface MessageBodyProps {
  readonly message: KnownMessage;
  readonly marked: MarkedContent | undefined;
  readonly edited: ReturnType<typeof useMessageEditing>;
  /** Cancels the pending deletion. Undefined if no deletion is pending. */
  readonly undoDeletion: (() => void) | undefined;
}

/**
 * Shows the content of the message. While it is being edited, shows the editor instead, and while it is about to be
 * deleted, a hint.
 */
function MessageBody({ message, marked, edited, undoDeletion }: MessageBodyProps) {
  if (undoDeletion) return <PendingDeletion onUndo={undoDeletion} />;
  const text = <MessageText message={message} marked={marked} />;
  if (!edited.isEditing) return text;
  const instead = (
    <>
      {text}
      {edited.isFocusRequested && <KeystrokeBuffer />}
    </>
  );
  return (
    <Suspense fallback={instead}>
      <EditField message={message} {...edited} />
    </Suspense>
  );
}

/** Removes `/me` from the HTML of a `/me` message, whose text continues the sender's name. */
const stripMePrefix = (html: string): string => html.replace(/^<p>\/me /, "<p>");

/** The text of the message, collapsed if it is very high or the user has collapsed it. */
function MessageText({ message, marked }: Pick<MessageBodyProps, "message" | "marked">) {
  const content = marked?.of === message.content ? marked.html : message.content;
  const html = message.is_me_message ? stripMePrefix(content) : content;
  const isPlain = message.submessages.length === 0 && !canBeTall(html);
  return (
    <Collapsible isCollapsed={message.flags.includes("collapsed")} canBeTall={!isPlain} id={message.id}>
      <MessageContent message={message} html={html} />
    </Collapsible>
  );
}

/** Shown in place of a message that is about to be deleted. */
const PendingDeletion = ({ onUndo }: { onUndo: () => void }) => (
  <p className={styles["deleted"]} role="status">
    {words.message.deleted}
    <Button variant="plain" onPress={onUndo}>
      {words.ui.undo}
    </Button>
  </p>
);

const EditField = lazyComponent(async () => (await import("./editing/edit-field.tsx")).EditField);
const Widget = lazyComponent(async () => (await import("./widgets/widget.tsx")).Widget);

/** The message's content. Polls and to-do lists are shown as widgets. */
const MessageContent = ({ message, html }: { message: KnownMessage; html: string }) =>
  isWidget(message.submessages) ? (
    <Suspense fallback={<MessageHtml html={html} />}>
      <Widget message={message} />
    </Suspense>
  ) : (
    <MessageHtml html={html} />
  );

function SenderAvatar({ message: { sender_id, sender_full_name, avatar_url } }: { message: KnownMessage }) {
  const { openProfile } = useOverlayOpeners();
  return (
    // The avatar needs no keyboard handler, because the name next to it also opens the profile and can be focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span className={styles["face"]} onClick={({ currentTarget }) => openProfile(sender_id, currentTarget)}>
      <Avatar id={sender_id} name={sender_full_name} url={avatar_url} size={36} />
    </span>
  );
}

/** The time of the message, shown on hover in place of the avatar. */
const TimeGutter = ({ message }: { message: KnownMessage }) => (
  <span className={styles["gutter"]}>
    <MessageTime message={message} />
  </span>
);

function MessageHeader({ message }: { message: KnownMessage }) {
  const { openProfile } = useOverlayOpeners();
  const sender = useClientState((state) => peopleById(state).get(message.sender_id));
  return (
    <p className={styles["by"]}>
      <button
        type="button"
        className={styles["sender"]}
        dir="auto"
        onClick={({ currentTarget }) => openProfile(message.sender_id, currentTarget)}
      >
        {sender?.full_name ?? message.sender_full_name}
      </button>
      <SenderStatus userId={message.sender_id} />
      {sender?.is_bot && <span className={styles["badge"]}>{words.message.bot}</span>}
      <MessageTime message={message} />
      <MessageMarks message={message} />
    </p>
  );
}

/** Marks that show that a message was edited, moved or starred. */
function MessageMarks({ message: { flags, last_edit_timestamp, last_moved_timestamp } }: { message: KnownMessage }) {
  const change =
    last_edit_timestamp === undefined
      ? last_moved_timestamp !== undefined && words.message.moved
      : words.message.edited;
  const isStarred = flags.includes("starred");
  if (change === false && !isStarred) return null;
  return (
    <span className={styles["marks"]}>
      {change}
      {isStarred && <Star size={13} className={styles["star"]} role="img" aria-label={words.screens.starred.title} />}
    </span>
  );
}

/** The emoji of the sender's status. */
function SenderStatus({ userId }: { userId: number }) {
  const status = useClientState((state) => userStatus(state, userId));
  if (!status?.emoji) return null;
  return (
    <span className={styles["statusSign"]} title={status.text}>
      <EmojiGlyph emoji={status.emoji} />
    </span>
  );
}

function MessageTime({ message: { timestamp } }: { message: KnownMessage }) {
  const isTwentyFour = useClientState((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const moment = timestamp * 1000;
  return (
    <time dateTime={new Date(moment).toISOString()} title={exactly(moment)}>
      {timeOfDay(moment, isTwentyFour)}
    </time>
  );
}
