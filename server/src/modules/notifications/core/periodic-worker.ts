import type { Logger } from "pino";
import { logOutage } from "@parlance/kernel/db/outage.ts";

/** How often is looked for what nobody told of, in milliseconds. */
const POLL_INTERVAL_MS = 5000;

interface PeriodicWorkerOptions {
  readonly log: Logger;
  /** Does all that there is to do; stops between two steps where `isStopped()`. */
  readonly run: (isStopped: () => boolean) => Promise<void>;
  /** What went wrong, for the log, where something did. */
  readonly failureMessage: string;
}

/** Does again and again what there is to do: when it is woken, and every few seconds in any case. Never twice at once. */
export class PeriodicWorker {
  readonly #options: PeriodicWorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  #due = Infinity;
  /** When it is wanted after that, or after what is under way. */
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

  /** Lets the step under way end. */
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
      })
      .finally(() => {
        this.#running = undefined;
        const due = Math.min(this.#later, performance.now() + POLL_INTERVAL_MS);
        this.#later = Infinity;
        this.#schedule(due);
      });
  }
}
