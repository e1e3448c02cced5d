import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { InvalidMessages } from "#modules/messages/errors.ts";
import { flagsChanged } from "../events.ts";
import type { EditableFlag } from "../flags.ts";
import { loadPlacedFacts, type PlacedFacts } from "../personal-facts.ts";
import { unreadDetails } from "../unread-details.ts";
import { lockReadState } from "./lock-read-state.ts";
import { markRead } from "./mark-read.ts";
import { markUnread } from "./mark-unread.ts";
import { addPersonalFlag, removePersonalFlag } from "./personal-flags.ts";

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: EditableFlag;
  readonly messageIds: readonly number[];
}

export interface FlagsChanged {
  /** What was not so before, ascending. */
  readonly changedIds: readonly number[];
  /** Channels whose messages stay read, because only subscribers can have unread messages; ascending. */
  readonly ignoredChannelIds: readonly number[];
}

/**
 * Adds a flag of the actor's to messages or takes it away, and tells the actor's clients. Messages that the actor never
 * received are read, so to mark them so changes nothing, whatever they are; every other change throws `InvalidMessages`
 * for a message that the actor may not read, and for one in an archived channel that the actor did not receive.
 */
export async function changeFlags(ctx: Write, change: FlagChange): Promise<FlagsChanged> {
  const { tx, actor, realm } = ctx;
  const { op, flag } = change;
  const ids = [...new Set(change.messageIds)];
  await lockReadState(tx, actor.id, ids);
  const messages = await loadPlacedFacts(tx, actor, ids);
  const isMarkingRead = flag === "read" && op === "add";
  if (!isMarkingRead && (messages.length < ids.length || !messages.every(mayChange))) throw new InvalidMessages();

  const isMarkingUnread = flag === "read" && op === "remove";
  const ignored = isMarkingUnread ? messages.filter(({ is_active }) => !is_active) : [];
  const concerned = isMarkingUnread ? messages.filter(({ is_active }) => is_active) : messages;
  const changed = await apply(ctx, change, concerned);
  const changedIds = changed.map(({ id }) => id);
  const details = isMarkingUnread ? { message_details: await unreadDetails(tx, actor.id, changed) } : {};
  emit(tx, toUser({ id: actor.id, realmId: realm.id }), flagsChanged({ op, flag, messages: changedIds, ...details }));
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
  if (flag === "read") return (op === "add" ? markRead : markUnread)(tx, actor.id, messages);
  return (op === "add" ? addPersonalFlag : removePersonalFlag)(tx, actor.id, flag, messages);
}
