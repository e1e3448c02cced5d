import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { type EditableFlag, hasFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { loadUserMessages, type UserMessage, wildcardFlags } from "#modules/messages/read-state/user-message.ts";
import { markRead } from "../mark/mark-read.ts";
import { markUnread } from "../mark/mark-unread.ts";
import { addPersonalFlag, removePersonalFlag } from "./change-personal-flags.ts";
import type { UnreadDetail } from "@parlance/contract/nouns/message-flags.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadConversationMembersOf } from "#modules/messages/read-state/queries.ts";

/**
 * Loads the conversation of each message that becomes unread, which clients need to count it. The keys are message ids.
 */
async function loadUnreadDetails(
  db: Reader,
  userId: number,
  messages: readonly UserMessage[],
): Promise<Record<string, UnreadDetail>> {
  const direct = messages.filter(({ channel_id }) => channel_id === null);
  const members = await loadConversationMembersOf(db, [...new Set(direct.map(({ recipient_id }) => recipient_id))]);
  return Object.fromEntries(
    messages.map((message) => [message.id, unreadDetailOf(userId, message, members.get(message.recipient_id) ?? [])]),
  );
}

function unreadDetailOf(userId: number, message: UserMessage, members: readonly number[]): UnreadDetail {
  const { channel_id, topic, is_muted, flags } = message;
  // An unread message without the flag `historical` was received in this channel, or in one that it was moved from.
  const is_received = !hasFlag(flags, "historical");
  const isMentioned =
    hasFlag(flags, "mentioned") || (!is_muted && wildcardFlags({ ...message, is_received }).length > 0);
  const place =
    channel_id === null
      ? { type: "private" as const, user_ids: members.filter((id) => id !== userId), unmuted_stream_msg: false }
      : { type: "stream" as const, stream_id: channel_id, topic, unmuted_stream_msg: !is_muted };
  return isMentioned ? { ...place, mentioned: true } : place;
}

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: EditableFlag;
}

export interface FlagChangeResult {
  /** Ids of the messages that were changed, ascending. */
  readonly changedIds: readonly number[];
  /**
   * If messages were to become unread: ids of their channels to which the actor is not subscribed. Messages there stay
   * read, because only subscribers can have unread messages. Ascending.
   */
  readonly ignoredChannelIds: readonly number[];
}

/**
 * True if the change marks messages as read. Such a change needs no permission: messages that the user never received
 * or cannot read count as read anyway.
 */
export const isMarkingRead = ({ op, flag }: FlagChange): boolean => flag === "read" && op === "add";

export const isMarkingUnread = ({ op, flag }: FlagChange): boolean => flag === "read" && op === "remove";

/**
 * Marks the unread messages among the given ones as read, and notifies the actor's clients. The actor's read state must
 * be locked.
 */
export async function applyMarkRead({ tx, actor }: Write, messageIds: readonly number[]): Promise<FlagChangeResult> {
  const changedIds = (await markRead(tx, actor.id, messageIds)).map(({ id }) => id);
  emit(tx, toUser(actor), flagsChanged({ op: "add", flag: "read", messages: changedIds }));
  return { changedIds, ignoredChannelIds: [] };
}

/**
 * Applies a flag change other than marking as read, and notifies the actor's clients. The actor's read state must be
 * locked.
 * @throws InvalidMessages if the actor cannot read one of the messages, or did not receive one that is in an archived
 * channel
 */
export async function applyFlagChange(
  ctx: Write,
  change: FlagChange,
  messages: readonly UserMessage[],
): Promise<FlagChangeResult> {
  const { tx, actor } = ctx;
  if (!messages.every(canChangeFlags)) throw new InvalidMessages();
  const ignored = isMarkingUnread(change) ? messages.filter(({ is_active }) => !is_active) : [];
  const concerned = isMarkingUnread(change) ? messages.filter(({ is_active }) => is_active) : messages;
  const changed = await applyToMessages(ctx, change, concerned);
  const changedIds = changed.map(({ id }) => id);
  const announced = { ...change, messages: changedIds };
  // The messages' topics may change concurrently. The function that creates the event therefore runs once the log
  // position is locked, when no other transaction can change them.
  const unreadEvent = async () => {
    const present = await loadUserMessages(tx, actor, changedIds);
    return flagsChanged({ ...announced, message_details: await loadUnreadDetails(tx, actor.id, present) });
  };
  emit(tx, toUser(actor), isMarkingUnread(change) ? unreadEvent : flagsChanged(announced));
  const ignoredChannelIds = [...new Set(ignored.flatMap(({ channel_id }) => channel_id ?? []))].sort((a, b) => a - b);
  return { changedIds, ignoredChannelIds };
}

/** In an archived channel, users can change flags only on messages that they received or already have flags on. */
const canChangeFlags = ({ is_readable, is_archived, is_received, flags }: UserMessage) =>
  is_readable && (!is_archived || is_received || flags !== 0);

async function applyToMessages(
  { tx, actor }: Write,
  { op, flag }: FlagChange,
  messages: readonly UserMessage[],
): Promise<readonly UserMessage[]> {
  if (flag === "read") return markUnread(tx, actor.id, messages);
  return (op === "add" ? addPersonalFlag : removePersonalFlag)(tx, actor.id, flag, messages);
}
