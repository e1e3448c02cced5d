import { createHash } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { type CronSchedule, MINUTE_MS, parseCron } from "./cron-schedule.ts";
import type { JobKind } from "./job.ts";

/** The kinds of jobs that have a schedule. */
export class RecurringJobs {
  readonly #schedules: ReadonlyMap<string, { readonly cron: string; readonly isScheduled: CronSchedule }>;
  /** The last minute that was considered, as a number of minutes. */
  #minute: number | undefined;

  constructor(kinds: readonly JobKind[]) {
    this.#schedules = new Map(
      kinds.flatMap(({ name, schedule: cron }) => (cron ? [[name, { cron, isScheduled: parseCron(cron) }]] : [])),
    );
  }

  /** Stores the schedules, from which a backup knows which jobs recur by themselves. */
  async store(boss: PgBoss): Promise<void> {
    const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    for (const [name, { cron }] of this.#schedules) if (stored.get(name) !== cron) await boss.schedule(name, cron, {});
  }

  /**
   * Enqueues the jobs that are scheduled for this minute, or for the previous minute if the last call was before it.
   * Returns the names of their kinds. If several processes do this, each job is enqueued once. `now` is the time by the
   * database's clock. Must be called several times per minute.
   */
  async enqueue(boss: PgBoss, now: Date): Promise<string[]> {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute === this.#minute) return [];
    const minutes = this.#minute === minute - 2 ? [minute - 1, minute] : [minute];
    const due = [...this.#schedules].flatMap(([name, { isScheduled }]) => {
      const scheduled = minutes.findLast((one) => isScheduled(new Date(one * MINUTE_MS)));
      return scheduled === undefined ? [] : [{ name, id: jobId(name, scheduled) }];
    });
    // A process can be up to two minutes late, so the id makes the queue accept one job for a scheduled minute.
    // Processes of older releases only set `singletonSeconds`, with which the queue accepts one job in a minute.
    for (const { name, id } of due) await boss.insert(name, [{ id, data: {}, singletonSeconds: MINUTE_MS / 1000 }]);
    this.#minute = minute;
    return due.map(({ name }) => name);
  }
}

/** Returns the id of the job of a kind for a minute. It is the same in all processes. */
function jobId(kind: string, minute: number): string {
  const digest = createHash("sha256").update(`${kind} ${minute}`).digest("hex");
  // The form of a UUID whose content the application defines (version 8).
  const fields = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...fields, digest.slice(20, 32)].join("-");
}
