import { sql, type RawBuilder } from "kysely";
import type { Database, Reader, Tx } from "@parlance/kernel/db/types.ts";
import { type CredentialId, credentialKey } from "@parlance/kernel/base/credential.ts";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";
import type { LiveQueue, QueueRow } from "../live-queue.ts";
import type { QueueOptions } from "../queue-options.ts";

/**
 * Maximum length of a text that can be a queue id. Queue ids are shorter. Error messages repeat at most this many
 * characters.
 */
export const MAX_QUEUE_ID_LENGTH = 100;

/** Returns true if the text can be a queue id and can be sent to the database. */
export const isPossibleQueueId = (id: string): boolean => id.length <= MAX_QUEUE_ID_LENGTH && isStorableText(id);

export interface NewQueue {
  readonly id: string;
  readonly realmId: number;
  readonly userId: number;
  /** Credential with which the queue is registered; null for the account's API key. */
  readonly credential: CredentialId | null;
  readonly options: QueueOptions;
  /** Id of the last event before the queue was registered. The queue receives the events after it. */
  readonly start: number;
  /** The running time as far as this process knows it. */
  readonly runningTime: number;
}

/** SQL for the running time: the stored value, or the value that this process knows if that is higher. */
const runningTimeInSql = (known: number): RawBuilder<number> =>
  sql`greatest((select running_ms from running_time), ${known}::bigint)`;

export async function insertQueue(tx: Tx, queue: NewQueue): Promise<void> {
  await tx
    .insertInto("event_queue")
    .values({
      id: queue.id,
      realm_id: queue.realmId,
      user_id: queue.userId,
      pass: queue.credential && credentialKey(queue.credential),
      options: JSON.stringify(queue.options),
      start_event_id: queue.start,
      acked_event_id: queue.start,
      used_ms: runningTimeInSql(queue.runningTime),
      last_used_at: sql`clock_timestamp()`,
      created_at: sql`clock_timestamp()`,
    })
    .execute();
}

/** Loads the rows of those given queues that exist. */
export function findQueues(db: Reader, ids: readonly string[]): Promise<QueueRow[]> {
  return db
    .selectFrom("event_queue as queue")
    .innerJoin("account", "account.id", "queue.user_id")
    .innerJoin("realm_counter", "realm_counter.realm_id", "queue.realm_id")
    .select([
      "queue.id",
      "queue.realm_id",
      "queue.user_id",
      "queue.pass",
      "account.role",
      "realm_counter.last_event_id as role_at",
    ])
    .select((is) => is("account.bot_type", "is not", null).$castTo<boolean>().as("is_bot"))
    .select(["queue.start_event_id", "queue.acked_event_id", sql<string>`queue.options::text`.as("options")])
    .where("queue.id", "=", sql<string>`any(${ids}::text[])`)
    .execute();
}

/** State of a queue that a process saves to its row. */
export interface QueueProgress {
  readonly queue: LiveQueue;
  /** Whether a poll waits on the queue at this process. */
  readonly isPolled: boolean;
  /** Time since the last poll, in milliseconds. */
  readonly idleMs: number;
}

/** The process that saves the progress. */
export interface SavingProcess {
  readonly id: string;
  /** The running time as far as the process knows it. */
  readonly runningTime: number;
  /** Time for which other processes may trust the saved information that polls wait, in milliseconds. */
  readonly leaseMs: number;
}

/** Saves acknowledgements and the times of the last polls. Returns the queues whose rows turned out to be deleted. */
export async function saveProgress(
  db: Database,
  by: SavingProcess,
  all: readonly QueueProgress[],
): Promise<LiveQueue[]> {
  const ids = all.map(({ queue }) => queue.queueId);
  const saved = await db.write(async (tx) => {
    // All processes lock the rows in the order of ids, because they may save or delete the same rows and would
    // otherwise deadlock.
    await sql`select from event_queue where id = any(${ids}::text[]) order by id for update`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      update event_queue set
        acked_event_id = greatest(event_queue.acked_event_id, progress.acked),
        used_ms = greatest(event_queue.used_ms, ${by.runningTime}::bigint - progress.idle),
        last_used_at = greatest(event_queue.last_used_at, clock_timestamp() - progress.idle * interval '1 millisecond'),
        held_until_ms = case
          when progress.held then ${by.runningTime}::bigint + ${by.leaseMs}::bigint
          when event_queue.held_by = ${by.id}::uuid then 0
          else event_queue.held_until_ms end,
        held_by = case when progress.held then ${by.id}::uuid else event_queue.held_by end
      from unnest(
        ${ids}::text[],
        ${all.map(({ queue }) => queue.acked)}::bigint[],
        ${all.map(({ idleMs }) => Math.round(idleMs))}::bigint[],
        ${all.map(({ isPolled }) => isPolled)}::boolean[]
      ) as progress(id, acked, idle, held)
      where event_queue.id = progress.id returning event_queue.id`.execute(tx);
    return new Set(rows.map(({ id }) => id));
  });
  return all.map(({ queue }) => queue).filter(({ queueId }) => !saved.has(queueId));
}

/**
 * Deletes the queues that were not polled for `idleMs`, and returns their ids. The time must have passed both by the
 * running time and by the wall clock, because processes of earlier releases on the same database record only the
 * wall-clock time of polls.
 */
export async function deleteIdleQueues(tx: Tx, idleMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with idle as materialized (
      select event_queue.id from event_queue, running_time
      where event_queue.used_ms < running_ms - ${idleMs}::bigint and renewed_ms < running_ms - ${idleMs}::bigint
        and event_queue.held_until_ms <= running_ms
        and event_queue.last_used_at < clock_timestamp() - ${idleMs} * interval '1 millisecond'
      order by event_queue.id for update of event_queue
    )
    delete from event_queue where id in (select id from idle) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns whether there is a queue of any account. */
export async function hasQueues(db: Reader): Promise<boolean> {
  return (await db.selectFrom("event_queue").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the number of queues of an account. */
export async function countQueues(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("event_queue")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Locks an account's queues, and returns the ids of those beyond the limit: those that were not polled for the longest
 * time, except queues with a waiting poll.
 */
export async function lockSurplus(tx: Tx, userId: number, max: number, running: number): Promise<string[]> {
  await sql`select from event_queue where user_id = ${userId} order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string; polled: boolean }>`
    select id, held_until_ms > ${runningTimeInSql(running)} as polled from event_queue
    where user_id = ${userId} order by used_ms, created_at, id`.execute(tx);
  const resting = rows.filter(({ polled }) => !polled).map(({ id }) => id);
  return resting.slice(0, Math.max(0, rows.length - max));
}
