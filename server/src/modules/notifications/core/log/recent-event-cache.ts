import { nextLogId } from "#kernel/events/event-ids.ts";
import type { LoggedEvent } from "#kernel/events/event-log.ts";
import { isNews, type News } from "./relevant-events.ts";

/** Events that are kept of all organizations together. What is more is read from the log. */
const MOST_KEPT = 20_000;

/** What transactions of this process wrote to the logs a moment ago: it need not be read again. */
export class RecentNews {
  /** By organization and id; null: something that changes nothing for notices. */
  readonly #kept = new Map<number, Map<number, News | null>>();
  #count = 0;

  note(events: readonly LoggedEvent[]): void {
    if (this.#count > MOST_KEPT) this.clear();
    for (const { realmId, id, audience, payload } of events) {
      const own = this.#kept.get(realmId) ?? new Map<number, News | null>();
      this.#kept.set(realmId, own);
      if (own.has(id)) continue;
      own.set(id, isNews(payload) ? { id, audience, event: payload as News["event"] } : null);
      this.#count += 1;
    }
  }

  /** What came right after an event, without a gap, at most `limit` of it; null: the log has to be asked. */
  after(realmId: number, id: number, limit: number): { readonly news: News[]; readonly upTo: number } | null {
    const own = this.#kept.get(realmId);
    const news: News[] = [];
    let upTo = id;
    while (news.length < limit) {
      const next = own?.get(nextLogId(upTo));
      if (next === undefined) break;
      if (next) news.push(next);
      upTo = nextLogId(upTo);
    }
    return upTo > id ? { news, upTo } : null;
  }

  /** Forgets what was looked through. */
  forget(realmId: number, upTo: number): void {
    const own = this.#kept.get(realmId);
    for (const id of own?.keys() ?? []) {
      if (id > upTo) continue;
      own?.delete(id);
      this.#count -= 1;
    }
    if (own?.size === 0) this.#kept.delete(realmId);
  }

  clear(): void {
    this.#kept.clear();
    this.#count = 0;
  }
}
