import { sql } from "kysely";
import { acquireLocks } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { channelsLock } from "./access/channel-lock-kinds.ts";
import { matchesSelector, type ChannelSelector } from "./access/channel-access.ts";

/**
 * Locks channels until the end of the transaction, in the order of their ids. These are advisory locks, which only
 * exclude other transactions that call this function. Row locks would cause deadlocks: sending a message changes a
 * channel's row while the log position is locked, but transactions that lock channels lock the log position afterward.
 */
export async function acquireChannelLocks(tx: Tx, realmId: number, choice: ChannelSelector): Promise<void> {
  await acquireLocks(
    tx,
    channelsLock,
    sql`select id from channel where realm_id = ${realmId} and ${matchesSelector(choice)} order by id`,
  );
}
