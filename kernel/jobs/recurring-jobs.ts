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
    const times = minutes.map((one) => new Date(one * MINUTE_MS));
    const due = [...this.#schedules].filter(([, { isScheduled }]) => times.some(isScheduled)).map(([name]) => name);
    // With `singletonSeconds`, the queue accepts one job per minute.
    for (const name of due) await boss.insert(name, [{ data: {}, singletonSeconds: MINUTE_MS / 1000 }]);
    this.#minute = minute;
    return due;
  }
}
