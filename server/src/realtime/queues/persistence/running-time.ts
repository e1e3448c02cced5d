import { sql } from "kysely";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";

/**
 * Total time for which servers have run on this database, in milliseconds. Each process adds the time that passes by
 * its monotonic clock, and adopts the time that other processes have added. So the running time advances like real
 * time, however many processes there are and however their wall clocks are set. It stops while no process can reach the
 * database.
 */
export class RunningTime {
  readonly #clock: Clock;
  #maxMs: number;
  #known: { readonly running: number; readonly at: number };
  #isInterrupted = true;

  /**
   * `maxMs` is the longest regular interval until the first update. After a longer one, clients may have been unable to
   * poll.
   */
  constructor(clock: Clock, maxMs: number) {
    this.#clock = clock;
    this.#maxMs = maxMs;
    this.#known = { running: 0, at: clock.elapsed() };
  }

  /** The running time as far as this process knows it. Other processes may be slightly ahead. */
  get now(): number {
    // Time since the last update counts only up to the longest regular interval.
    return Math.round(this.#known.running + Math.min(this.#sinceKnown, this.#maxMs));
  }

  /**
   * Adds the time that has passed. Must be called regularly. At the first call, and after a pause or an interruption,
   * every event queue gets its full idle time again.
   */
  async advance(db: Database): Promise<void> {
    const isAfterPause = this.#isInterrupted || this.#sinceKnown > this.#maxMs;
    // The flag remains set until the time is stored.
    this.#isInterrupted = true;
    const running = await db.write((tx) => storeRunningTime(tx, this.now, isAfterPause));
    // The clock is read after the response, not before the request. Otherwise the time that a slow database takes would
    // be counted twice.
    this.#known = { running, at: this.#clock.elapsed() };
    this.#isInterrupted = false;
  }

  /** Sets the longest regular interval until the next update, in milliseconds. */
  expectUpdateWithin(maxMs: number): void {
    this.#maxMs = maxMs;
  }

  /** Records that clients may have been unable to poll although the database could be reached. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  get #sinceKnown(): number {
    return this.#clock.elapsed() - this.#known.at;
  }
}

async function storeRunningTime(tx: Tx, to: number, isAfterPause: boolean): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    update running_time set
      running_ms = greatest(running_ms, ${to}::bigint),
      renewed_ms = case when ${isAfterPause} then greatest(running_ms, ${to}::bigint) else renewed_ms end
    returning running_ms as running`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the row of running_time is gone");
  return row.running;
}
