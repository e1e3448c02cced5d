import { sql } from "kysely";
import { takeLocks } from "#kernel/db/advisory-locks.ts";
import type { Tx } from "#kernel/db/types.ts";
import { chosen, type ChannelChoice } from "./access/channel-access.ts";

/**
 * Locks channels until the end of the transaction, in ascending order of their ids, against all who lock them in this way.
 * Rows are not locked: sending changes some of them while it holds the organization's position, which transactions that
 * lock channels take later, so that the two would wait for each other.
 */
export async function takeChannelLocks(tx: Tx, realmId: number, choice: ChannelChoice): Promise<void> {
  await takeLocks(
    tx,
    "channels",
    sql`select id from channel where realm_id = ${realmId} and ${chosen(choice)} order by id`,
  );
}
