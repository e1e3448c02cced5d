import type { Logger } from "pino";
import { logOutage } from "#kernel/db/outage.ts";

/** How often is looked for what nobody told of, in milliseconds. */
const LOOK_MS = 5000;

interface Options {
  readonly log: Logger;
  /** Does all that there is to do; stops between two steps where `isStopped()`. */
  readonly act: (isStopped: () => boolean) => Promise<void>;
  /** What went wrong, for the log, where something did. */
  readonly complaint: string;
}

/** Does again and again what there is to do: when it is woken, and every few seconds in any case. Never twice at once. */
export class Rounds {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  #due = Infinity;
  #running: Promise<void> | undefined;
  /** How soon it is wanted again; undefined: nobody asked while it was running. */
  #again: number | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  wake(afterMs: number): void {
    const due = performance.now() + afterMs;
    if (this.#running) this.#again = Math.min(this.#again ?? Infinity, afterMs);
    if (this.#running || this.#isStopped || due >= this.#due) return;
    this.#due = due;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), afterMs);
    this.#timer.unref();
  }

  /** Lets the step under way end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#due = Infinity;
    const { log, act, complaint } = this.#options;
    this.#running = act(() => this.#isStopped)
      .catch((error: unknown) => {
        if (!logOutage(log, error)) log.warn({ err: error }, complaint);
      })
      .finally(() => {
        this.#running = undefined;
        const pause = this.#again ?? LOOK_MS;
        this.#again = undefined;
        this.wake(pause);
      });
  }
}
