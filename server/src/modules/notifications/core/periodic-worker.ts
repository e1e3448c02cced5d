import type { Logger } from "pino";
import { logOutage } from "@parlance/kernel/db/outage.ts";

/**
 * Interval at which the worker looks for work even without being woken, in milliseconds. Only work that an ended
 * process has left is found this way.
 */
const POLL_INTERVAL_MS = 30_000;
/** Delay after a failure, in milliseconds. */
const RETRY_DELAY_MS = 5000;

interface PeriodicWorkerOptions {
  readonly log: Logger;
  /**
   * Does all pending work. Returns between two steps if `isStopped()` is true. Resolves to the time until further work
   * is due, in milliseconds, if that is known.
   */
  readonly run: (isStopped: () => boolean) => Promise<number | undefined>;
  /** Message that is logged after a failure. */
  readonly failureMessage: string;
}

/** Runs a task whenever it is woken, when further work is due, and from time to time. Two runs never overlap. */
export class PeriodicWorker {
  readonly #options: PeriodicWorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires. */
  #due = Infinity;
  /** Time of the next run that was requested while the timer was due earlier or a run was in progress. */
  #later = Infinity;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: PeriodicWorkerOptions) {
    this.#options = options;
  }

  wake(afterMs: number): void {
    const due = performance.now() + afterMs;
    if (this.#running || due >= this.#due) this.#later = Math.min(this.#later, due);
    else this.#schedule(due);
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(due: number): void {
    if (this.#isStopped) return;
    if (this.#due !== Infinity) this.#later = Math.min(this.#later, this.#due);
    this.#due = due;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.max(0, due - performance.now()));
    this.#timer.unref();
  }

  #run(): void {
    this.#due = Infinity;
    const { log, run, failureMessage } = this.#options;
    this.#running = run(() => this.#isStopped)
      .catch((error: unknown) => {
        if (!logOutage(log, error)) log.warn({ err: error }, failureMessage);
        return RETRY_DELAY_MS;
      })
      .then((pauseMs = POLL_INTERVAL_MS) => {
        this.#running = undefined;
        const due = Math.min(this.#later, performance.now() + Math.min(pauseMs, POLL_INTERVAL_MS));
        this.#later = Infinity;
        this.#schedule(due);
      });
  }
}
