import type { Logger } from "pino";
import type { Database } from "@parlance/kernel/db/types.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import {
  MIN_PRESENCE_INTERVAL_SECONDS,
  type PresencePing,
  type StoredPresence,
  storePings,
} from "#modules/users/core/actions/store-presence.ts";
import { presenceAnnouncements } from "./presence-announcements.ts";

/** Minimum time between the starts of two batches, in milliseconds. Pings in the meantime are stored together. */
const BATCH_INTERVAL_MS = 50;
/** Maximum number of users with pending pings, and of users whose last pings are remembered. */
const MAX_PENDING_PINGS = 100_000;

/** Organization of a ping. */
export interface PingContext {
  readonly realm: RealmContext;
  readonly snapshot: OrganizationSnapshot;
}

/** The pings of an organization that are stored together. */
interface PingBatch extends PingContext {
  readonly pings: Map<number, PresencePing>;
  readonly stored: PromiseWithResolvers<void>;
}

/** A user's last ping, with a promise that resolves when it is stored. */
interface LatestPing {
  readonly ping: PresencePing;
  readonly stored: Promise<void>;
}

interface PresenceBatcherOptions {
  readonly db: Pick<Database, "commit" | "reader">;
  readonly log: Logger;
  readonly publish: PublishEphemeral;
}

/**
 * Collects the pings of this process's clients and stores them in batches, so that the pings of many clients need only
 * one transaction.
 */
export class PresenceBatcher {
  readonly #options: PresenceBatcherOptions;
  /** The batches that still accept pings, by organization. */
  readonly #waiting = new Map<number, PingBatch>();
  #count = 0;
  /** The last ping of each user. Most pings that follow shortly after another one need not be stored. */
  readonly #latest = new Map<number, LatestPing>();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = -Infinity;
  /** Resolves when the current batches have been stored. Until then, further pings wait. */
  #storing: Promise<void> | undefined;

  constructor(options: PresenceBatcherOptions) {
    this.#options = options;
  }

  /**
   * Adds a ping to the next batch, unless it follows an accepted ping too soon. Resolves when the ping, or that earlier
   * one, is stored: it is then visible to all processes, and a crash does not lose it.
   * @throws ServerBusy, and errors of the database
   */
  async note({ realm, snapshot }: PingContext, ping: PresencePing): Promise<void> {
    const latest = this.#latest.get(ping.userId);
    if (latest && isTooSoon(ping, latest.ping)) return latest.stored;
    if (this.#count >= MAX_PENDING_PINGS) throw new ServerBusy();
    if (this.#latest.size >= MAX_PENDING_PINGS) this.#latest.clear();
    const batch = this.#waiting.get(realm.id) ?? newBatch({ realm, snapshot });
    this.#waiting.set(realm.id, batch);
    this.#latest.set(ping.userId, { ping, stored: batch.stored.promise });
    const before = batch.pings.get(ping.userId);
    if (!before) this.#count += 1;
    batch.pings.set(ping.userId, { ...ping, activeAt: ping.activeAt ?? before?.activeAt ?? null });
    this.#schedule();
    return batch.stored.promise;
  }

  /** Stores all pings that have been accepted. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storing;
    clearTimeout(this.#timer);
    await this.#storeAll();
  }

  #schedule(): void {
    if (this.#timer || this.#storing || this.#count === 0) return;
    const delayMs = Math.max(0, this.#startedAt + BATCH_INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startedAt = performance.now();
      this.#storing = this.#storeAll().finally(() => {
        this.#storing = undefined;
        this.#schedule();
      });
    }, delayMs);
  }

  /** Stores all batches, one transaction after the other. The commits are flushed to disk together. */
  async #storeAll(): Promise<void> {
    const batches = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#count = 0;
    const flushed: Promise<void>[] = [];
    for (const batch of batches) {
      const { realm, pings } = batch;
      await this.#options.db
        .commit((tx) => storePings(tx, realm.id, [...pings.values()]))
        .then(
          ({ result, onDisk }) =>
            flushed.push(onDisk.then(() => this.#stored(batch, result)).catch(this.#failed(batch))),
          this.#failed(batch),
        );
    }
    await Promise.all(flushed);
  }

  async #stored(batch: PingBatch, stored: readonly StoredPresence[]): Promise<void> {
    batch.stored.resolve();
    const { db, log, publish } = this.#options;
    try {
      for (const event of await presenceAnnouncements(db.reader, batch, stored)) publish(event);
    } catch (error) {
      // The pings are stored, so clients receive the changes in the responses to their next pings.
      if (!logOutage(log, error)) log.error({ err: error }, "presence changes could not be published");
    }
  }

  /**
   * Rejects the pings of a batch with the error, and forgets them, so that the users' next pings are stored even if
   * they follow shortly after.
   */
  #failed({ pings, stored }: PingBatch): (error: unknown) => void {
    return (error) => {
      for (const userId of pings.keys()) this.#latest.delete(userId);
      stored.reject(error);
    };
  }
}

function newBatch(context: PingContext): PingBatch {
  const stored = Promise.withResolvers<void>();
  // If the requests of these pings were aborted, nothing else handles the rejection.
  stored.promise.catch(() => undefined);
  return { ...context, pings: new Map<number, PresencePing>(), stored };
}

function isTooSoon({ activeAt, connectedAt }: PresencePing, latest: PresencePing): boolean {
  const isClose = (at: Date | null, before: Date | null) =>
    at === null ||
    (before !== null && Math.abs(at.getTime() - before.getTime()) < MIN_PRESENCE_INTERVAL_SECONDS * 1000);
  return isClose(connectedAt, latest.connectedAt) && isClose(activeAt, latest.activeAt);
}
