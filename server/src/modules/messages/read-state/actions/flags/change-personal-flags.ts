import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { hasFlag, messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import type { UserMessageState } from "#modules/messages/read-state/user-message.ts";

type FlagName = keyof typeof messageFlags;

/** Sets a user's flag on the messages that do not have it yet. Returns these messages. */
export async function addPersonalFlag<M extends UserMessageState>(
  tx: Tx,
  userId: number,
  flag: FlagName,
  messages: readonly M[],
): Promise<readonly M[]> {
  const changed = messages.filter(({ flags }) => !hasFlag(flags, flag));
  if (changed.length === 0) return changed;
  const bits = changed.map((message) => messageFlags[flag] | connectingBit(message));
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select ${userId}, * from unnest(${changed.map(({ id }) => id)}::bigint[], ${bits}::int[])
    on conflict (user_id, message_id) do update set flags = message_flag.flags | excluded.flags`.execute(tx);
  return changed;
}

/**
 * Returns the `historical` flag for a message that the user did not receive and has no flags on. It must be set
 * together with the first other flag, and makes the user receive events about the message.
 */
const connectingBit = ({ is_received, flags }: UserMessageState): number =>
  is_received || flags !== 0 ? 0 : messageFlags.historical;

/** Removes a user's flag from the messages that have it. Returns these messages. */
export async function removePersonalFlag<M extends UserMessageState>(
  tx: Tx,
  userId: number,
  flag: FlagName,
  messages: readonly M[],
): Promise<readonly M[]> {
  const changed = messages.filter(({ flags }) => hasFlag(flags, flag));
  if (changed.length === 0) return changed;
  const bit = messageFlags[flag];
  const flagged = sql`
    user_id = ${userId} and message_id = any(${changed.map(({ id }) => id)}::bigint[]) and flags & ${bit}::int <> 0`;
  await sql`
    with emptied as (delete from message_flag where ${flagged} and flags = ${bit}::int)
    update message_flag set flags = flags - ${bit}::int where ${flagged} and flags <> ${bit}::int`.execute(tx);
  return changed;
}
