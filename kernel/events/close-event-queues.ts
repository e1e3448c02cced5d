import { sql, type RawBuilder } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "../db/types.ts";
import { toServerProcesses } from "./audience.ts";
import { type CredentialId, credentialKey } from "../base/credential.ts";
import { emit } from "./event-log.ts";

/**
 * Removes the event queues of accounts of an organization: waiting polls end, and clients that may come back register
 * again. For when somebody's access ends, or changes too much to announce it bit by bit.
 */
export const closeEventQueues = (tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> =>
  closeMatching(tx, realmId, sql`user_id = any(${userIds}::int[])`);

/** The same for all guests of an organization: whom they may know of has changed. */
export const closeGuestQueues = (tx: Tx, realmId: number): Promise<void> =>
  closeMatching(
    tx,
    realmId,
    sql`user_id = any(array(select id from account where realm_id = ${realmId} and role = ${roles.guest}))`,
  );

/** The same for everybody in an organization. */
export const closeAllQueues = (tx: Tx, realmId: number): Promise<void> =>
  closeMatching(tx, realmId, sql`realm_id = ${realmId}`);

/** Closes some queues of an organization, on whichever process polls of theirs wait. */
export const closeQueues = (tx: Tx, realmId: number, ids: readonly string[]): Promise<void> =>
  closeMatching(tx, realmId, sql`id = any(${ids}::text[])`);

async function closeMatching(tx: Tx, realmId: number, which: RawBuilder<boolean>): Promise<void> {
  // In the order in which others lock them.
  await sql`select from event_queue where ${which} order by id for update`.execute(tx);
  const rows = await tx.deleteFrom("event_queue").where(which).returning("id").execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) announceClosedQueues(tx, realmId, ids);
}

/** The same for all queues that were opened with these, in whichever organizations. */
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

/** Announces to all processes, but no client, that queues of an organization were deleted. */
export const announceClosedQueues = (tx: Tx, realmId: number, ids: readonly string[]): void =>
  emit(tx, toServerProcesses(realmId), createQueuesClosedEvent(ids));

const createQueuesClosedEvent = (ids: readonly string[]) => ({ type: "queues_closed" as const, queue_ids: ids });
