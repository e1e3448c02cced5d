import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import type { EditableFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { loadPlacedFacts, type PlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { unreadDetails } from "#modules/messages/read-state/unread-details.ts";
import { markRead } from "../mark/mark-read.ts";
import { markUnread } from "../mark/mark-unread.ts";
import { addPersonalFlag, removePersonalFlag } from "./change-personal-flags.ts";

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: EditableFlag;
}

export interface FlagsChanged {
  /** What was not so before, ascending. */
  readonly changedIds: readonly number[];
  /** Channels whose messages stay read, because only subscribers can have unread messages; ascending. */
  readonly ignoredChannelIds: readonly number[];
}

/** Whether it asks for nothing: messages that their reader never received, or may not read, are read. */
export const isMarkingRead = ({ op, flag }: FlagChange): boolean => flag === "read" && op === "add";

export const isMarkingUnread = ({ op, flag }: FlagChange): boolean => flag === "read" && op === "remove";

/** Marks as read what of these messages is unread, and tells the actor's clients. The actor's read state must be locked. */
export async function applyMarkRead({ tx, actor }: Write, messageIds: readonly number[]): Promise<FlagsChanged> {
  const changedIds = (await markRead(tx, actor.id, messageIds)).map(({ id }) => id);
  emit(tx, toUser(actor), flagsChanged({ op: "add", flag: "read", messages: changedIds }));
  return { changedIds, ignoredChannelIds: [] };
}

/**
 * Makes every other change of flags, and tells the actor's clients. Throws `InvalidMessages` for a message that the actor may
 * not read, and for one in an archived channel that the actor did not receive. The actor's read state must be locked.
 */
export async function applyFlagChange(
  ctx: Write,
  change: FlagChange,
  messages: readonly PlacedFacts[],
): Promise<FlagsChanged> {
  const { tx, actor } = ctx;
  if (!messages.every(mayChange)) throw new InvalidMessages();
  const ignored = isMarkingUnread(change) ? messages.filter(({ is_active }) => !is_active) : [];
  const concerned = isMarkingUnread(change) ? messages.filter(({ is_active }) => is_active) : messages;
  const changed = await apply(ctx, change, concerned);
  const changedIds = changed.map(({ id }) => id);
  const announced = { ...change, messages: changedIds };
  // Topics may change at the same time: each is announced as it is once nobody can change it any more.
  const unreadEvent = async () => {
    const present = await loadPlacedFacts(tx, actor, changedIds);
    return flagsChanged({ ...announced, message_details: await unreadDetails(tx, actor.id, present) });
  };
  emit(tx, toUser(actor), isMarkingUnread(change) ? unreadEvent : flagsChanged(announced));
  const ignoredChannelIds = [...new Set(ignored.flatMap(({ channel_id }) => channel_id ?? []))].sort((a, b) => a - b);
  return { changedIds, ignoredChannelIds };
}

/** An archived channel stays as it is: nobody gets a new connection to its messages. */
const mayChange = ({ is_readable, is_archived, is_received, flags }: PlacedFacts) =>
  is_readable && (!is_archived || is_received || flags !== 0);

async function apply(
  { tx, actor }: Write,
  { op, flag }: FlagChange,
  messages: readonly PlacedFacts[],
): Promise<readonly PlacedFacts[]> {
  if (flag === "read") return markUnread(tx, actor.id, messages);
  return (op === "add" ? addPersonalFlag : removePersonalFlag)(tx, actor.id, flag, messages);
}
