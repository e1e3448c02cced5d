import { sql } from "kysely";
import { acquireLocks } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { channelsLock } from "./access/channel-lock-kinds.ts";
import { matchesSelector, type ChannelSelector } from "./access/channel-access.ts";

/**
 * Locks channels until the end of the transaction, in ascending order of their ids, against all who lock them in this way.
 * Rows are not locked: sending changes some of them while it holds the organization's position, which transactions that
 * lock channels take later, so that the two would wait for each other.
 */
export async function acquireChannelLocks(tx: Tx, realmId: number, choice: ChannelSelector): Promise<void> {
  await acquireLocks(
    tx,
    channelsLock,
    sql`select id from channel where realm_id = ${realmId} and ${matchesSelector(choice)} order by id`,
  );
}
