import type { Clock } from "@parlance/kernel/base/clock.ts";

/** Between two looks there is never more, in milliseconds, unless something was away. */
export const POLL_INTERVAL_MS = 5000;
/** How much later a look may be on a busy machine. */
const MAX_POLL_DELAY_MS = 25_000;

/**
 * Since when a process has been able to deliver. What is late because no server ran, because the database was away, or because
 * the time of day was changed, is not late through a fault of its own: only while somebody looks again and again, and it is still
 * not delivered, does it get older. So that is known without a note of it anywhere.
 */
export class OverdueTracker {
  readonly #clock: Clock;
  #since: number | undefined;
  #lastLook = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called after each look at the database that succeeded. */
  recordPoll(): void {
    const now = this.#clock.now().getTime();
    const isInterrupted = now - this.#lastLook > POLL_INTERVAL_MS + MAX_POLL_DELAY_MS || now < this.#lastLook;
    if (this.#since === undefined || isInterrupted) this.#since = now;
    this.#lastLook = now;
  }

  /** To be called when the database could not be asked. */
  reset(): void {
    this.#since = undefined;
  }

  /** For how long something that was due then could have been delivered here, in milliseconds. */
  overdueMs(deliverAt: Date): number {
    if (this.#since === undefined) return 0;
    return this.#clock.now().getTime() - Math.max(deliverAt.getTime(), this.#since);
  }
}
