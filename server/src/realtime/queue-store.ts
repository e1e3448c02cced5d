import { sql } from "kysely";
import type { Database, Reader, Tx } from "#kernel/db/types.ts";
import type { LiveQueue, QueueOptions, QueueRow } from "./live-queue.ts";

export interface NewQueue {
  readonly id: string;
  readonly realmId: number;
  readonly userId: number;
  readonly options: QueueOptions;
  /** Events after this one belong to the queue. */
  readonly start: number;
  readonly now: Date;
}

export async function insertQueue(tx: Tx, { id, realmId, userId, options, start, now }: NewQueue): Promise<void> {
  await tx
    .insertInto("event_queue")
    .values({
      id,
      realm_id: realmId,
      user_id: userId,
      options: JSON.stringify(options),
      start_event_id: start,
      acked_event_id: start,
      last_used_at: now,
      created_at: now,
    })
    .execute();
}

/** The rows of these queues, as far as they exist. */
export async function findQueues(db: Reader, ids: readonly string[]): Promise<QueueRow[]> {
  const rows = await db
    .selectFrom("event_queue as queue")
    .innerJoin("account", "account.id", "queue.user_id")
    .innerJoin("realm_counter", "realm_counter.realm_id", "queue.realm_id")
    .select(["queue.id", "queue.realm_id", "queue.user_id", "account.role", "realm_counter.last_event_id as role_at"])
    .select((is) => is("account.bot_type", "is not", null).$castTo<boolean>().as("is_bot"))
    .select(["queue.options", "queue.start_event_id", "queue.acked_event_id"])
    .where("queue.id", "=", sql<string>`any(${ids}::text[])`)
    .execute();
  return rows.map((row) => ({ ...row, options: row.options as QueueOptions }));
}

/** Writes what clients acknowledged and when they were last there. Returns the queues whose rows are gone. */
export async function saveProgress(db: Database, queues: readonly LiveQueue[]): Promise<LiveQueue[]> {
  const saved = await db.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update event_queue set
        acked_event_id = greatest(event_queue.acked_event_id, progress.acked),
        last_used_at = greatest(event_queue.last_used_at, progress.used)
      from unnest(
        ${queues.map(({ queueId }) => queueId)}::text[],
        ${queues.map(({ acked }) => acked)}::bigint[],
        ${queues.map(({ lastUsed }) => new Date(lastUsed))}::timestamptz[]
      ) as progress(id, acked, used)
      where event_queue.id = progress.id returning event_queue.id`.execute(tx);
    return new Set(rows.map(({ id }) => id));
  });
  return queues.filter(({ queueId }) => !saved.has(queueId));
}

/** Deletes a queue. */
export async function deleteQueue(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("event_queue").where("id", "=", id).execute();
}

/** Gives every queue its full time again: while no server ran, no client could poll. */
export async function renewQueues(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable("event_queue").set({ last_used_at: now }).execute();
}

/** Deletes the queues that nobody used since `before`, and returns their ids. */
export async function deleteIdleQueues(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.deleteFrom("event_queue").where("last_used_at", "<", before).returning("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the events that every queue of their organization has acknowledged, and those older than `before`. Queues
 * that still needed one of the latter are deleted with it: their clients must start anew.
 */
export async function pruneLog(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from event_queue queue where exists (
      select from event where event.realm_id = queue.realm_id
        and event.id > queue.acked_event_id and event.created_at < ${before} limit 1)`.execute(tx);
  await sql`
    with kept as (
      select realm.id as realm_id, coalesce(min(queue.acked_event_id), max(counter.last_event_id)) as after
      from realm join realm_counter counter on counter.realm_id = realm.id
      left join event_queue queue on queue.realm_id = realm.id
      group by realm.id
    )
    delete from event using kept
    where event.realm_id = kept.realm_id and (event.id <= kept.after or event.created_at < ${before})`.execute(tx);
}
