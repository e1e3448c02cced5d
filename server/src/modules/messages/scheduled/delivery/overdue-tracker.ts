import type { Clock } from "@parlance/kernel/base/clock.ts";

/** Maximum time between two polls, in milliseconds, unless there was an outage. */
export const POLL_INTERVAL_MS = 5000;
/** Maximum delay of a poll on a busy machine, in milliseconds. */
const MAX_POLL_DELAY_MS = 25_000;

/**
 * Tracks since when this process has been able to deliver. A message that is late because no server ran, the database
 * was unavailable or the clock was changed is not overdue: it becomes overdue only while the process polls repeatedly
 * without delivering it. This requires no stored state.
 */
export class OverdueTracker {
  readonly #clock: Clock;
  #since: number | undefined;
  #lastLook = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Must be called after each successful poll of the database. */
  recordPoll(): void {
    const now = this.#clock.now().getTime();
    const isInterrupted = now - this.#lastLook > POLL_INTERVAL_MS + MAX_POLL_DELAY_MS || now < this.#lastLook;
    if (this.#since === undefined || isInterrupted) this.#since = now;
    this.#lastLook = now;
  }

  /** Must be called when the database could not be polled. */
  reset(): void {
    this.#since = undefined;
  }

  /** The time for which this process could have delivered a message that was due at the given time, in milliseconds. */
  overdueMs(deliverAt: Date): number {
    if (this.#since === undefined) return 0;
    return this.#clock.now().getTime() - Math.max(deliverAt.getTime(), this.#since);
  }
}
