import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { closeQueuesOf } from "#kernel/events/close-event-queues.ts";
import { noteScopedKeys } from "../scoped-keys-snapshot.ts";

/** Makes one key of a user worthless. False where the user has no such key. */
export const endScopedKeyOf = async (tx: Tx, userId: number, id: number): Promise<boolean> =>
  (await end(tx, sql`user_id = ${userId} and id = ${id}`)) > 0;

/** Makes all such keys of some users worthless. */
export const endScopedKeys = (tx: Tx, userIds: readonly number[]): Promise<number> =>
  end(tx, sql`user_id = any(${userIds}::int[])`);

/** Expired keys that one transaction deletes at most. */
const BATCH = 1000;

/** Deletes keys that expired before a time, some of them. Returns whether there may be more. */
export async function endExpiredKeys(tx: Tx, before: Date): Promise<boolean> {
  const some = sql`select id from scoped_key where expires_at <= ${before} order by expires_at limit ${BATCH}`;
  return (await end(tx, sql`id in (${some})`)) === BATCH;
}

/** Keys end at once, on all processes, and with them the queues that they opened: polls that wait and streams. */
async function end(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ id: number; realm_id: number }>`
    with ended as (delete from scoped_key where ${which} returning id, user_id)
    select ended.id, account.realm_id from ended join account on account.id = ended.user_id`.execute(tx);
  for (const [realmId, ended] of Map.groupBy(rows, ({ realm_id }) => realm_id)) {
    noteScopedKeys(
      tx,
      realmId,
      ended.map(({ id }) => id),
    );
  }
  await closeQueuesOf(
    tx,
    rows.map(({ id }) => ({ kind: "key", id })),
  );
  return rows.length;
}
