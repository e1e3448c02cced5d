import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toServers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";

/**
 * Takes their event queues from accounts of an organization: polls that wait end, and whoever may come back has to register
 * anew. For where somebody's access ends, or changes too much to tell it bit by bit.
 */
export async function closeEventQueues(tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> {
  const rows = await tx
    .deleteFrom("event_queue")
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .returning("id")
    .execute();
  if (rows.length > 0) emit(tx, toServers(realmId), queuesClosed(rows.map(({ id }) => id)));
}

/** For the server's own processes alone. */
const queuesClosed = (ids: readonly string[]) => ({ type: "queues_closed" as const, queue_ids: ids });
