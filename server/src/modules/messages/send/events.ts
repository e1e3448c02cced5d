import type { MessageFlag, MessageInEvent } from "@parlance/contract/entities/message.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { matchesQueueNarrow, type QueueMessage } from "#narrow/index.ts";
import { UNKNOWN_USER_AVATAR, UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

/** The fields of a message without its content. For some recipients, fields of the sender are replaced. */
export type SharedMessage = Omit<MessageInEvent, "content" | "content_type">;

/**
 * A new message as stored in the event log. It has both formats of the content, and the ids of users whose data
 * differs, such as mentioned users. From this, the event that each client receives is created.
 */
export interface StoredMessageEvent {
  readonly type: "message";
  readonly message: SharedMessage;
  readonly content: string;
  readonly rendered_content: string;
  /** True if clients can compute the sender's avatar URL. Clients that support this receive null as `avatar_url`. */
  readonly gravatar: boolean;
  readonly channel_wildcard: boolean;
  /** Ids of the users who have each flag. */
  readonly readers: Readonly<Partial<Record<PersonalFlag, readonly number[]>>>;
  /** If this is given, the message is unread for these users and read for all others. */
  readonly unread_by?: readonly number[];
  /**
   * Guests who cannot see the sender. Their events contain placeholders, such as this email address, instead of the
   * sender's data.
   */
  readonly unknown_sender?: { readonly to: readonly number[]; readonly email: string };
  /** The event queue of the client that sent the message, and the id that this client assigned to the message. */
  readonly echo: { readonly queue_id: string; readonly local_id: string } | null;
}

type PersonalFlag = "read" | "mentioned" | "topic_wildcard_mentioned" | "has_alert_word";

const PERSONAL_FLAGS: readonly PersonalFlag[] = ["read", "mentioned", "topic_wildcard_mentioned", "has_alert_word"];

function hasInitially({ readers, unread_by: unread }: StoredMessageEvent, flag: PersonalFlag, userId: number): boolean {
  if (flag === "read" && unread) return !unread.includes(userId);
  return readers[flag]?.includes(userId) ?? false;
}

/** Returns the flags with which a user receives the message. */
function initialFlags(event: StoredMessageEvent, userId: number): MessageFlag[] {
  const flags: MessageFlag[] = PERSONAL_FLAGS.filter((flag) => hasInitially(event, flag, userId));
  if (event.channel_wildcard) flags.push("stream_wildcard_mentioned");
  const wildcard = event.channel_wildcard || flags.includes("topic_wildcard_mentioned");
  return wildcard ? [...flags, "wildcard_mentioned"] : flags;
}

const echoFor = ({ echo }: StoredMessageEvent, reader: RecipientQueue) =>
  echo?.queue_id === reader.queueId ? echo.local_id : undefined;

const canSeeSender = ({ unknown_sender: unknown }: StoredMessageEvent, { userId }: RecipientQueue): boolean =>
  unknown?.to.includes(userId) !== true;

/** Returns the sender fields of the message that differ between recipients. */
function senderFor(event: StoredMessageEvent, reader: RecipientQueue) {
  const { message, unknown_sender: unknown } = event;
  if (unknown && !canSeeSender(event, reader)) {
    return { sender_email: unknown.email, sender_full_name: UNKNOWN_USER_NAME, avatar_url: UNKNOWN_USER_AVATAR };
  }
  return { avatar_url: event.gravatar && reader.clientGravatar ? null : message.avatar_url };
}

function presentMessage(event: StoredMessageEvent, reader: RecipientQueue, direct: boolean) {
  const { message } = event;
  const local = echoFor(event, reader);
  const inChannel = message.type === "stream";
  return {
    type: "message" as const,
    message: {
      ...message,
      subject: inChannel ? displayTopic(message.subject, reader.capabilities["empty_topic_name"] === true) : "",
      ...senderFor(event, reader),
      content: reader.applyMarkdown ? event.rendered_content : event.content,
      content_type: reader.applyMarkdown ? ("text/html" as const) : ("text/x-markdown" as const),
    },
    flags: direct ? initialFlags(event, reader.userId) : [],
    ...(local === undefined ? {} : { local_message_id: local }),
  };
}

export const messagePresenter: Presenter<StoredMessageEvent> = {
  variant(event, reader, direct) {
    const isNarrowed = reader.narrow.length > 0;
    if (isNarrowed && !matchesQueueNarrow(reader.narrow, toQueueMessage(event, reader))) return null;
    const flags = direct ? initialFlags(event, reader.userId).join() : "";
    const form = `${reader.applyMarkdown} ${reader.clientGravatar} ${reader.capabilities["empty_topic_name"] === true}`;
    return `${form} ${canSeeSender(event, reader)} ${flags} ${echoFor(event, reader) ?? ""}`;
  },
  present: (event, reader, direct) => [presentMessage(event, reader, direct)],
};

/**
 * Converts the message to the type that the narrow of an event queue is matched against. The sender's email address is
 * the one that the recipient can see.
 */
function toQueueMessage(event: StoredMessageEvent, reader: RecipientQueue): QueueMessage {
  const { type, display_recipient: place, stream_id: channelId = null, sender_id: senderId, subject } = event.message;
  const channelName = type === "stream" && typeof place === "string" ? place : null;
  const topicName = displayTopic(subject, false);
  const { sender_email: senderEmail } = { ...event.message, ...senderFor(event, reader) };
  const flags = initialFlags(event, reader.userId);
  return { channelName, channelId, topic: subject, topicName, senderEmail, senderId, flags };
}
