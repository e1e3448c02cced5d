import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import { logOutage } from "#kernel/db/outage.ts";
import type { Database } from "#kernel/db/types.ts";
import { network } from "#kernel/rate-limits/network.ts";
import { type SessionUse, storeSessionUses } from "./actions/store-session-uses.ts";
import type { SessionUser } from "./sessions.ts";

/** How long uses are collected, in milliseconds; a crash loses those of the last ones. */
const COLLECT_MS = 250;
/** How exact it is when a browser was last used, in milliseconds: so rarely is it written down. */
const STEP_MS = 5 * 60_000;
/** Browsers of which it is known when their use was last written down. */
const MOST_KNOWN = 100_000;

interface Options {
  readonly db: Pick<Database, "write">;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Notes when browsers of this process's organizations were used, so that those that are used stay signed in. */
export class BrowsersInUse {
  readonly #options: Options;
  /** By session, what was last noted. */
  readonly #noted = new Map<number, SessionUse>();
  #waiting = new Map<number, SessionUse>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  used({ pass: { id } }: Pick<SessionUser, "pass">, ip: string): void {
    const use = { id, at: this.#options.clock.now(), network: network(ip) };
    const noted = this.#noted.get(id);
    if (noted && noted.network === use.network && use.at.getTime() - noted.at.getTime() < STEP_MS) return;
    if (this.#noted.size >= MOST_KNOWN) this.#noted.clear();
    this.#noted.set(id, use);
    this.#waiting.set(id, use);
    this.#timer ??= setTimeout(() => this.#store(), COLLECT_MS);
  }

  /** Writes down what was noted so far. */
  async close(): Promise<void> {
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
    const { db, log } = this.#options;
    if (uses.length === 0) return;
    try {
      await db.write((tx) => storeSessionUses(tx, uses));
    } catch (error) {
      // The next use is noted again.
      for (const { id } of uses) this.#noted.delete(id);
      if (!logOutage(log, error)) log.error({ err: error }, "uses of sessions could not be stored");
    }
  }
}
