import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toServers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";

const GUEST = 600;

/**
 * Takes their event queues from accounts of an organization: polls that wait end, and whoever may come back has to register
 * anew. For where somebody's access ends, or changes too much to tell it bit by bit.
 */
export const closeEventQueues = (tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> =>
  close(tx, realmId, sql`any(${userIds}::int[])`);

/** The same for all guests of an organization: whom they may know of has changed. */
export const closeGuestQueues = (tx: Tx, realmId: number): Promise<void> =>
  close(tx, realmId, sql`any(array(select id from account where realm_id = ${realmId} and role = ${GUEST}))`);

async function close(tx: Tx, realmId: number, userIds: RawBuilder<number>): Promise<void> {
  const rows = await tx.deleteFrom("event_queue").where("user_id", "=", userIds).returning("id").execute();
  if (rows.length > 0) emit(tx, toServers(realmId), queuesClosed(rows.map(({ id }) => id)));
}

/** For the server's own processes alone. */
const queuesClosed = (ids: readonly string[]) => ({ type: "queues_closed" as const, queue_ids: ids });
