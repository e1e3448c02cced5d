import { sql } from "kysely";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";

/**
 * How long servers have run on this database, in milliseconds. Every process adds the time that passes by its own monotonic
 * clock, and adopts what others have added. So it advances as time does, however many processes there are and whatever time
 * of day each of them has. It stands still while no process reaches the database.
 */
export class RunningTime {
  readonly #clock: Clock;
  readonly #mostMs: number;
  #known: { readonly running: number; readonly at: number };
  #isInterrupted = true;

  /** More than `mostMs` between two looks is a time in which clients may have been unable to poll. */
  constructor(clock: Clock, mostMs: number) {
    this.#clock = clock;
    this.#mostMs = mostMs;
    this.#known = { running: 0, at: clock.elapsed() };
  }

  /** As far as this process knows: others may have got a little further. */
  get now(): number {
    // Of time that nobody watched, no more than the longest pause counts.
    return Math.round(this.#known.running + Math.min(this.#sinceKnown, this.#mostMs));
  }

  /**
   * Writes down that time has passed. To be called again and again; after the start, and after a pause or an interruption,
   * every event queue gets its full time again.
   */
  async advance(db: Database): Promise<void> {
    const isAfterPause = this.#isInterrupted || this.#sinceKnown > this.#mostMs;
    // Until it is written down.
    this.#isInterrupted = true;
    const running = await db.write((tx) => storeRunningTime(tx, this.now, isAfterPause));
    // Not as of the question: waiting for the answer may have taken long, and time must never be counted twice.
    this.#known = { running, at: this.#clock.elapsed() };
    this.#isInterrupted = false;
  }

  /** Says that clients may have been unable to poll, though the database could be reached. */
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
