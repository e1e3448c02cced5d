// Measures of a server process that must not grow under a constant load.
import { readdirSync, readFileSync } from "node:fs";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { Inspector } from "./inspector.ts";

const MIB = 2 ** 20;

/** The maximum growth per minute. Applies to runs of at least `minMinutes`. */
interface GrowthLimit {
  readonly minMinutes: number;
  readonly maxPerMinute: number;
}

interface LoadMeasure {
  readonly name: string;
  /** Limits in ascending order of `minMinutes`. The last one that the run is long enough for applies. */
  readonly limits: readonly GrowthLimit[];
}

const always = (maxPerMinute: number): readonly GrowthLimit[] => [{ minMinutes: 2, maxPerMinute }];

/**
 * The measures. The server keeps the newest 10,000 events of an organization in memory, and has other caches; they fill
 * during the first half hour. In shorter runs, only a fast leak can be distinguished from this. The number of events in
 * the database rises and falls, because they are deleted once a minute.
 */
export const LOAD_MEASURES: readonly LoadMeasure[] = [
  { name: "heap MiB", limits: [...always(8), { minMinutes: 60, maxPerMinute: 0.5 }] },
  { name: "memory MiB", limits: [...always(30), { minMinutes: 60, maxPerMinute: 1.5 }] },
  { name: "file descriptors", limits: always(4) },
  { name: "event queues", limits: always(4) },
  { name: "events", limits: [{ minMinutes: 6, maxPerMinute: 120 }] },
  { name: "unfinished jobs", limits: always(4) },
  { name: "sessions", limits: always(1) },
];

/** Returns the limit for a run of the given length. Undefined if the run is too short for this measure. */
export const findLimit = ({ limits }: LoadMeasure, minutes: number): GrowthLimit | undefined =>
  limits.findLast(({ minMinutes }) => minutes >= minMinutes);

/**
 * Returns the values of all measures, in the order of `LOAD_MEASURES`. The heap is measured immediately after a garbage
 * collection.
 */
export async function readLoadMeasures(pid: number, db: PostgresDatabase, inspector: Inspector): Promise<number[]> {
  const heap = await inspector.heapAfterCollection();
  const [, resident = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  const { rows } = await db.pool.query<{ queues: number; events: number; jobs: number; sessions: number }>(`
    select (select count(*)::int from event_queue) as queues,
      (select count(*)::int from event) as events,
      (select count(*)::int from jobs.job
        where state in ('created', 'retry', 'active') and start_after <= now()) as jobs,
      (select count(*)::int from web_session) as sessions`);
  const { queues, events, jobs, sessions } = rows[0] as (typeof rows)[number];
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  return [heap / MIB, (Number(resident) * 1024) / MIB, descriptors, queues, events, jobs, sessions];
}
