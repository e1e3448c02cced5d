import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";

/** That a session or a key was used. */
export interface Usage {
  readonly id: number;
  readonly at: Date;
  /** From where, as `network` names it. */
  readonly network: string;
}

/** How long uses are collected, in milliseconds; a crash loses those of the last ones. */
const FLUSH_DELAY_MS = 250;
/** How exact it is when something was last used, in milliseconds: so rarely is it written down. */
const USAGE_RESOLUTION_MS = 5 * 60_000;
/** Of how many it is known when their use was last written down. */
const MAX_TRACKED_IDS = 100_000;

interface Options {
  readonly store: (uses: readonly Usage[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Notes when sessions or keys were used at this process, and stores those of a moment together. Who uses one does not wait. */
export class UsageRecorder {
  readonly #options: Options;
  readonly #noted = new Map<number, Usage>();
  #waiting = new Map<number, Usage>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  used(id: number, network = ""): void {
    const use = { id, at: this.#options.clock.now(), network };
    const noted = this.#noted.get(id);
    if (noted && noted.network === network && use.at.getTime() - noted.at.getTime() < USAGE_RESOLUTION_MS) return;
    if (this.#noted.size >= MAX_TRACKED_IDS) this.#noted.clear();
    this.#noted.set(id, use);
    this.#waiting.set(id, use);
    this.#timer ??= setTimeout(() => this.#store(), FLUSH_DELAY_MS);
  }

  /** Writes down what was noted so far. */
  async stop(): Promise<void> {
    this.#store();
    await this.#storing;
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#storing = this.#storing.then(() => this.#storeAll());
  }

  async #storeAll(): Promise<void> {
    const uses = [...this.#waiting.values()];
    this.#waiting = new Map();
    const { store, log } = this.#options;
    if (uses.length === 0) return;
    try {
      await store(uses);
    } catch (error) {
      // The next use is noted again.
      for (const { id } of uses) this.#noted.delete(id);
      if (!logOutage(log, error)) log.error({ err: error }, "the last use of sessions or API keys could not be stored");
    }
  }
}
