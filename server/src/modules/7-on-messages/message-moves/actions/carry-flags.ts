import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { keepFlags, type Stars } from "#modules/5-on-channels/read-state/actions/keep-flags.ts";
import { connectSubscribers } from "#modules/5-on-channels/read-state/actions/connect-subscribers.ts";
import { readersAmong } from "../readers.ts";
import { isHistoryShared } from "#modules/4-channels/channels/reading.ts";
import type { Relocation } from "../relocation.ts";

/**
 * Takes people's flags on messages to another channel. Users who can read the messages there keep them, and stay connected
 * to the messages; the others lose theirs. Subscribers of a channel with protected history see what comes to it now.
 * Returns the stars that are lost. The organization's position must be locked.
 */
export async function carryFlags(
  tx: Tx,
  { ids, to: { channel } }: Pick<Relocation, "ids" | "to">,
): Promise<readonly Stars[]> {
  const arrivals = { ids, channel };
  const flagging = await thoseWhoFlagged(tx, ids);
  const lost = flagging.length === 0 ? [] : await keepFlags(tx, arrivals, await readersAmong(tx, channel.id, flagging));
  if (!isHistoryShared(channel)) await connectSubscribers(tx, arrivals);
  return lost;
}

async function thoseWhoFlagged(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom("message_flag")
    .select("user_id")
    .distinct()
    .where("message_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
