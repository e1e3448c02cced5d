// Measures of a server process that must not grow under a level load.
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import type { Inspector } from "./inspector.ts";

const MIB = 2 ** 20;

interface Measure {
  readonly name: string;
  /** Greatest growth per minute that is not a failure. */
  readonly maxPerMinute: number;
  /** Minutes that a run must have for the measure to be judged; it goes up and down within less. */
  readonly minMinutes: number;
}

/**
 * Heap and memory may grow a little: caches of recent messages fill for some minutes. Events are deleted once a minute, so
 * that their number goes up and down.
 */
export const MEASURES: readonly Measure[] = [
  { name: "heap MiB", maxPerMinute: 1.5, minMinutes: 2 },
  { name: "memory MiB", maxPerMinute: 6, minMinutes: 2 },
  { name: "file descriptors", maxPerMinute: 4, minMinutes: 2 },
  { name: "event queues", maxPerMinute: 4, minMinutes: 2 },
  { name: "events", maxPerMinute: 120, minMinutes: 6 },
  { name: "unfinished jobs", maxPerMinute: 4, minMinutes: 2 },
  { name: "sessions", maxPerMinute: 1, minMinutes: 2 },
];

/** Reads all measures, in the order of `MEASURES`. The heap is measured right after a garbage collection. */
export async function readMeasures(pid: number, db: PostgresDatabase, inspector: Inspector): Promise<number[]> {
  const heap = await inspector.heapAfterCollection();
  const [, resident = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  const { rows } = await sql<{ queues: number; events: number; jobs: number; sessions: number }>`
    select (select count(*)::int from event_queue) as queues,
      (select count(*)::int from event) as events,
      (select count(*)::int from jobs.job
        where state in ('created', 'retry', 'active') and start_after <= now()) as jobs,
      (select count(*)::int from web_session) as sessions`.execute(db.reader);
  const { queues, events, jobs, sessions } = rows[0] as (typeof rows)[number];
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  return [heap / MIB, (Number(resident) * 1024) / MIB, descriptors, queues, events, jobs, sessions];
}
