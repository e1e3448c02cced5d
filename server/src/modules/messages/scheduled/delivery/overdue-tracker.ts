import type { Clock } from "@parlance/kernel/base/clock.ts";

/** Maximum time between two polls, unless a poll is delayed, in milliseconds. */
export const POLL_INTERVAL_MS = 30_000;
/**
 * Delay of a poll that is tolerated on a busy machine, in milliseconds. A longer one means that the process was unable
 * to poll.
 */
const MAX_POLL_DELAY_MS = 25_000;

/**
 * Tracks since when this process has been able to deliver messages. A message is overdue only if the process has polled
 * repeatedly without delivering it. A message that is late because no server was running, the database was unavailable
 * or the clock was changed is therefore not overdue. No state needs to be stored for this.
 */
export class OverdueTracker {
  readonly #clock: Clock;
  #since: number | undefined;
  #lastLook = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a successful poll. Must be called after each. */
  recordPoll(): void {
    const now = this.#clock.now().getTime();
    const isInterrupted = now - this.#lastLook > POLL_INTERVAL_MS + MAX_POLL_DELAY_MS || now < this.#lastLook;
    if (this.#since === undefined || isInterrupted) this.#since = now;
    this.#lastLook = now;
  }

  /** Records that the database could not be polled. */
  reset(): void {
    this.#since = undefined;
  }

  /**
   * Returns the time during which this process could have delivered a message with the given delivery time, in
   * milliseconds.
   */
  overdueMs(deliverAt: Date): number {
    if (this.#since === undefined) return 0;
    return this.#clock.now().getTime() - Math.max(deliverAt.getTime(), this.#since);
  }
}
