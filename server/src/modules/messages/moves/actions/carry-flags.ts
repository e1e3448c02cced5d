import { sql } from "kysely";
import { isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { keepFlags, type Stars } from "#modules/messages/read-state/actions/transfer-read-state.ts";
import { readersAmong } from "../channel-readers.ts";
import type { Relocation } from "../planned-move.ts";

/**
 * Takes people's flags on messages to another channel. Users who can read the messages there keep them, and stay connected
 * to the messages; the others lose theirs. `flagged` are those of the messages on which there were flags before anybody was
 * connected to them there. Returns the stars that are lost. The organization's position must be locked.
 */
export async function carryFlags(
  tx: Tx,
  { to: { channel } }: Pick<Relocation, "to">,
  flagged: readonly number[],
): Promise<readonly Stars[]> {
  if (flagged.length === 0) return [];
  const flagging = await thoseWhoFlagged(tx, flagged);
  return keepFlags(tx, { ids: flagged, channel }, await readersAmong(tx, channel.id, flagging));
}

async function thoseWhoFlagged(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom("message_flag")
    .select("user_id")
    .distinct()
    .where(isOneOf(sql`message_id`, ids))
    .execute();
  return rows.map(({ user_id }) => user_id);
}
