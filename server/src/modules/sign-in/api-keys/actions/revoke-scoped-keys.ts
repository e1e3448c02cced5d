import { type RawBuilder, sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { closeQueuesOfCredentials } from "@parlance/kernel/events/close-event-queues.ts";
import { noteScopedKeyChanges } from "../scoped-keys-snapshot.ts";

/** Revokes a scoped key of a user. Returns false if the user has no such key. */
export const revokeScopedKey = async (tx: Tx, userId: number, id: number): Promise<boolean> =>
  (await deleteScopedKeys(tx, sql`user_id = ${userId} and id = ${id}`)) > 0;

/** Revokes all scoped keys of the given users. Returns the number of keys. */
export const revokeScopedKeys = (tx: Tx, userIds: readonly number[]): Promise<number> =>
  deleteScopedKeys(tx, sql`user_id = any(${userIds}::int[])`);

/** Maximum number of expired keys that one transaction deletes. */
const BATCH_SIZE = 1000;

/** Deletes a batch of the keys that expired at or before a time. Returns true if there may be more. */
export async function deleteExpiredScopedKeys(tx: Tx, before: Date): Promise<boolean> {
  const some = sql`select id from scoped_key where expires_at <= ${before} order by expires_at limit ${BATCH_SIZE}`;
  return (await deleteScopedKeys(tx, sql`id in (${some})`)) === BATCH_SIZE;
}

/**
 * Deletes keys, which stop working immediately in all processes. The event queues that were registered with them are
 * closed, which ends waiting polls and event streams.
 */
async function deleteScopedKeys(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ id: number; realm_id: number }>`
    with ended as (delete from scoped_key where ${which} returning id, user_id)
    select ended.id, account.realm_id from ended join account on account.id = ended.user_id`.execute(tx);
  for (const [realmId, ended] of Map.groupBy(rows, ({ realm_id }) => realm_id)) {
    noteScopedKeyChanges(
      tx,
      realmId,
      ended.map(({ id }) => id),
    );
  }
  await closeQueuesOfCredentials(
    tx,
    rows.map(({ id }) => ({ kind: "key", id })),
  );
  return rows.length;
}
