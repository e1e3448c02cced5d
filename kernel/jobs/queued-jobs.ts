import { sql } from "kysely";
import type { Reader } from "../db/types.ts";

/** The jobs that wait in the queues. */
interface QueuedJobs {
  /** Time by the database's clock, which determines when jobs are due. */
  readonly now: Date;
  /** Time until the next job of each kind is due, in milliseconds. It is not positive if a job is due. */
  readonly delays: ReadonlyMap<string, number>;
}

/** Finds the kinds of jobs that wait in their queues, with a single statement for all queues. */
export async function findQueuedJobs(db: Reader): Promise<QueuedJobs> {
  const { rows } = await sql<{ now: Date; delays: Record<string, number> }>`
    select now() as now, coalesce(json_object_agg(name, milliseconds), '{}') as delays
    from (
      select name, ceil(extract(epoch from min(start_after) - now()) * 1000) as milliseconds
      from jobs.job where state < 'active' and not blocked group by name
    ) as queued`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("an aggregate returns a row");
  return { now: row.now, delays: new Map(Object.entries(row.delays)) };
}

/** The waiting jobs of one kind. */
export interface WaitingJobs {
  readonly kind: string;
  /** Number of jobs that wait until they are due, or until a process starts them. */
  readonly count: number;
  /** Time since the oldest of them was due, in seconds; 0 if none is due. */
  readonly oldestDueSeconds: number;
}

/** Counts the waiting jobs of each kind that has any. */
export async function countWaitingJobs(db: Reader): Promise<readonly WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as kind, count(*)::float8 as count,
      extract(epoch from now() - least(now(), min(start_after)))::float8 as "oldestDueSeconds"
    from jobs.job where state < 'active' and not blocked group by name order by name`.execute(db);
  return rows;
}

/** Returns whether a job runs for too long, or was running in a process that has ended. */
export async function hasLostJobs(db: Reader): Promise<boolean> {
  const { rows } = await sql`
    select from jobs.job where state = 'active' and (
      heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      or started_on + expire_seconds * interval '1 second' < now()
    ) limit 1`.execute(db);
  return rows.length > 0;
}
