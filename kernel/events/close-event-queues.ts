import { sql, type RawBuilder } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "../db/types.ts";
import { toServerProcesses } from "./audience.ts";
import { type CredentialId, credentialKey } from "../base/credential.ts";
import { emit } from "./event-log.ts";

/**
 * Deletes the event queues of users of an organization. Pending polls of these queues end, and clients that still have
 * access register again. Used when a user's access ends, or changes too much to be announced in single events.
 */
export const closeEventQueues = (tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> =>
  closeMatching(tx, realmId, sql`user_id = any(${userIds}::int[])`);

/**
 * Deletes the event queues of all guests of an organization, because the set of users that guests can see has changed.
 */
export const closeGuestQueues = (tx: Tx, realmId: number): Promise<void> =>
  closeMatching(
    tx,
    realmId,
    sql`user_id = any(array(select id from account where realm_id = ${realmId} and role = ${roles.guest}))`,
  );

/** Deletes the event queues of all users of an organization. */
export const closeAllQueues = (tx: Tx, realmId: number): Promise<void> =>
  closeMatching(tx, realmId, sql`realm_id = ${realmId}`);

/** Deletes the event queues with the given ids, even if their polls wait in another process. */
export const closeQueues = (tx: Tx, realmId: number, ids: readonly string[]): Promise<void> =>
  closeMatching(tx, realmId, sql`id = any(${ids}::text[])`);

async function closeMatching(tx: Tx, realmId: number, which: RawBuilder<boolean>): Promise<void> {
  // Other transactions lock event queues in the order of their ids too, which prevents deadlocks.
  await sql`select from event_queue where ${which} order by id for update`.execute(tx);
  const rows = await tx.deleteFrom("event_queue").where(which).returning("id").execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) announceClosedQueues(tx, realmId, ids);
}

/** Deletes all event queues that were registered with the given credentials, in all organizations. */
export async function closeQueuesOfCredentials(tx: Tx, passes: readonly CredentialId[]): Promise<void> {
  if (passes.length === 0) return;
  const which = sql`pass = any(${passes.map(credentialKey)}::text[])`;
  await sql`select from event_queue where ${which} order by id for update`.execute(tx);
  const closed = await tx
    .deleteFrom("event_queue")
    .where(sql<boolean>`${which}`)
    .returning(["id", "realm_id"])
    .execute();
  for (const [realmId, queues] of Map.groupBy(closed, ({ realm_id }) => realm_id)) {
    announceClosedQueues(
      tx,
      realmId,
      queues.map(({ id }) => id),
    );
  }
}

/** Announces to all server processes, but to no client, that event queues of an organization were deleted. */
export const announceClosedQueues = (tx: Tx, realmId: number, ids: readonly string[]): void =>
  emit(tx, toServerProcesses(realmId), createQueuesClosedEvent(ids));

const createQueuesClosedEvent = (ids: readonly string[]) => ({ type: "queues_closed" as const, queue_ids: ids });
