import type { Event } from "@parlance/contract/events/index.ts";
import type { Happening, QueuePosition } from "./events/event-follower.ts";

/** So many events are at hand for pages that open later. */
const MOST = 1_000;

/** What happened last in a queue, for pages that know less. */
export class RecentEvents {
  #events: readonly Event[] = [];
  #from: QueuePosition;
  #to: QueuePosition;

  constructor(position: QueuePosition) {
    this.#from = position;
    this.#to = position;
  }

  add({ events, from, to }: Happening): void {
    if (from.queueId !== this.#to.queueId || from.lastEventId !== this.#to.lastEventId) this.beginAt(from);
    this.#to = to;
    this.#events = [...this.#events, ...events.filter(({ type }) => type !== "typing")];
    // Events with the same id belong together.
    const forgotten = this.#events.at(-MOST - 1);
    if (!forgotten) return;
    this.#from = { ...this.#from, lastEventId: forgotten.id };
    this.#events = this.#events.filter(({ id }) => id > forgotten.id);
  }

  beginAt(position: QueuePosition): void {
    this.#events = [];
    this.#from = position;
    this.#to = position;
  }

  /** What happened since; null where that is not known. */
  since(position: QueuePosition): Happening | null {
    const { queueId, lastEventId } = position;
    if (queueId !== this.#to.queueId || lastEventId < this.#from.lastEventId || lastEventId > this.#to.lastEventId)
      return null;
    return { events: this.#events.filter(({ id }) => id > lastEventId), from: position, to: this.#to };
  }
}
