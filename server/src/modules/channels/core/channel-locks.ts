import { sql } from "kysely";
import { acquireLocks } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { channelsLock } from "./access/channel-lock-kinds.ts";
import { matchesSelector, type ChannelSelector } from "./access/channel-access.ts";

/**
 * Locks channels until the end of the transaction, in ascending order of their ids, against all transactions that use
 * these locks. It does not lock rows: sending changes some channel rows while the organization's log position is
 * locked, and transactions that lock channels lock the position later, so row locks would cause deadlocks.
 */
export async function acquireChannelLocks(tx: Tx, realmId: number, choice: ChannelSelector): Promise<void> {
  await acquireLocks(
    tx,
    channelsLock,
    sql`select id from channel where realm_id = ${realmId} and ${matchesSelector(choice)} order by id`,
  );
}
