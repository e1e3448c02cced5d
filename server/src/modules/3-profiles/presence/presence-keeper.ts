import type { Logger } from "pino";
import type { Database } from "#kernel/db/types.ts";
import { logOutage } from "#kernel/db/outage.ts";
import type { Directory } from "#kernel/directory/directory.ts";
import type { Tell } from "#kernel/events/ephemeral.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import {
  LEAST_STEP_SECONDS,
  type Ping,
  type StoredPresence,
  storePings,
} from "#modules/1-ground/users/actions/store-presence.ts";
import { arrivals } from "./arrivals.ts";

/** How long pings are collected, in milliseconds: a crash loses those of the last ones, and clients ping again within a minute. */
const COLLECT_MS = 250;
/** People whose pings wait to be stored, at most; and whose last pings are remembered. */
const MOST_WAITING = 100_000;

/** Where a ping comes from. */
export interface PingContext {
  readonly realm: RealmContext;
  readonly directory: Directory;
}

interface Collected extends PingContext {
  readonly pings: Map<number, Ping>;
}

interface Options {
  readonly db: Pick<Database, "write" | "reader">;
  readonly log: Logger;
  readonly tell: Tell;
}

/**
 * Takes the pings of this process's clients, and stores those of a moment together. Who pings is not made to wait. What
 * cannot be stored for now is tried again with what comes next.
 */
export class PresenceKeeper {
  readonly #options: Options;
  /** What was collected, by organization. */
  readonly #waiting = new Map<number, Collected>();
  #count = 0;
  /** The last pings that were taken: most that come too soon after them need not be looked at. */
  readonly #latest = new Map<number, Ping>();
  #timer: NodeJS.Timeout | undefined;
  /** What is being stored now: what comes meanwhile waits, however long that takes. */
  #storing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  note({ realm, directory }: PingContext, ping: Ping): void {
    if (this.#isTooSoon(ping)) return;
    if (this.#count >= MOST_WAITING) return;
    if (this.#latest.size >= MOST_WAITING) this.#latest.clear();
    this.#latest.set(ping.userId, ping);
    const collected = this.#waiting.get(realm.id) ?? { realm, directory, pings: new Map<number, Ping>() };
    this.#waiting.set(realm.id, collected);
    const before = collected.pings.get(ping.userId);
    if (!before) this.#count += 1;
    collected.pings.set(ping.userId, { ...ping, activeAt: ping.activeAt ?? before?.activeAt ?? null });
    this.#schedule();
  }

  /** Stores what was taken so far. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storing;
    clearTimeout(this.#timer);
    await this.#storeAll();
  }

  #schedule(): void {
    if (this.#timer || this.#storing || this.#count === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#storing = this.#storeAll().finally(() => {
        this.#storing = undefined;
        this.#schedule();
      });
    }, COLLECT_MS);
  }

  #isTooSoon({ userId, activeAt, connectedAt }: Ping): boolean {
    const latest = this.#latest.get(userId);
    if (!latest) return false;
    const isClose = (at: Date | null, before: Date | null) =>
      at === null || (before !== null && Math.abs(at.getTime() - before.getTime()) < LEAST_STEP_SECONDS * 1000);
    return isClose(connectedAt, latest.connectedAt) && isClose(activeAt, latest.activeAt);
  }

  async #storeAll(): Promise<void> {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#count = 0;
    for (const { realm, directory, pings } of taken) {
      try {
        const stored = await this.#options.db.write((tx) => storePings(tx, realm.id, [...pings.values()]));
        await this.#tellOf({ realm, directory }, stored);
      } catch (error) {
        // The next pings come within a minute; until then people may seem to be gone a little early.
        for (const userId of pings.keys()) this.#latest.delete(userId);
        if (!logOutage(this.#options.log, error))
          this.#options.log.error({ err: error }, "presence could not be stored");
      }
    }
  }

  async #tellOf(context: PingContext, stored: readonly StoredPresence[]): Promise<void> {
    const { db, tell } = this.#options;
    for (const event of await arrivals(db.reader, context, stored)) tell(event);
  }
}
