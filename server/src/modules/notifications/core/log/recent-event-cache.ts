import { nextEventId } from "@parlance/kernel/events/event-ids.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { isRelevantEvent, type RelevantEvent } from "./relevant-events.ts";

/**
 * Number of cached events of all organizations together above which the cache is emptied. Events that are not cached
 * are read from the log.
 */
const MAX_CACHED_EVENTS = 20_000;

/**
 * Cache of the events that this process has just written to the logs, so that they need not be read from the database.
 */
export class RecentEventCache {
  /** Events by organization and id; null for an event that does not affect notifications. */
  readonly #events = new Map<number, Map<number, RelevantEvent | null>>();
  #count = 0;

  add(events: readonly LoggedEvent[]): void {
    if (this.#count > MAX_CACHED_EVENTS) this.clear();
    for (const { realmId, id, audience, payload } of events) {
      const own = this.#events.get(realmId) ?? new Map<number, RelevantEvent | null>();
      this.#events.set(realmId, own);
      if (own.has(id)) continue;
      own.set(id, isRelevantEvent(payload) ? { id, audience, payload: payload as RelevantEvent["payload"] } : null);
      this.#count += 1;
    }
  }

  /**
   * Returns the relevant ones of the events that follow an event, up to the first that is not cached, at most `limit`.
   * Null if the next event is not cached.
   */
  after(
    realmId: number,
    id: number,
    limit: number,
  ): { readonly events: RelevantEvent[]; readonly upTo: number } | null {
    const own = this.#events.get(realmId);
    const events: RelevantEvent[] = [];
    let upTo = id;
    while (events.length < limit) {
      const next = own?.get(nextEventId(upTo));
      if (next === undefined) break;
      if (next) events.push(next);
      upTo = nextEventId(upTo);
    }
    return upTo > id ? { events, upTo } : null;
  }

  /** Evicts events that were processed. */
  evict(realmId: number, upTo: number): void {
    const own = this.#events.get(realmId);
    for (const id of own?.keys() ?? []) {
      if (id > upTo) continue;
      own?.delete(id);
      this.#count -= 1;
    }
    if (own?.size === 0) this.#events.delete(realmId);
  }

  clear(): void {
    this.#events.clear();
    this.#count = 0;
  }
}
