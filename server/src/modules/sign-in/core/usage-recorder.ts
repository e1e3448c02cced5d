import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";

/** A use of a session or an API key. */
export interface Usage {
  readonly id: number;
  readonly at: Date;
  /** Network of the client, as returned by `clientNetwork`; empty for API keys. */
  readonly network: string;
}

/** Delay before collected uses are stored, in milliseconds. A crash loses the uses of this time. */
const FLUSH_DELAY_MS = 250;
/** Minimum interval between two updates of a time of last use from the same network, in milliseconds. */
const USAGE_RESOLUTION_MS = 5 * 60_000;
/** Maximum number of sessions or keys for which the last stored use is kept in memory. */
const MAX_TRACKED_IDS = 100_000;

interface Options {
  readonly store: (uses: readonly Usage[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Collects uses of sessions or keys in this process, and stores them in batches. Requests do not wait until a use is
 * stored.
 */
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

  /** Stores the uses that were collected so far. */
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
      // Removes these uses from `#noted`, because the next uses would otherwise be skipped.
      for (const { id } of uses) this.#noted.delete(id);
      if (!logOutage(log, error)) log.error({ err: error }, "the last use of sessions or API keys could not be stored");
    }
  }
}
