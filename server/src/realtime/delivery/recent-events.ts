import type { DeliverableEvent } from "./deliverable-event.ts";

/** Memory limits: for one organization's log, including all JSON variants of its events, and for all logs together. */
const MAX_EVENTS = 10_000;
const MAX_CHARACTERS = 16_000_000;
const MAX_TOTAL_CHARACTERS = 96_000_000;

/** Tracks the memory used by the recent events of all logs. */
export class RecentEventsMemory {
  readonly #logs = new Set<RecentEvents>();
  #characters = 0;

  add(log: RecentEvents): void {
    this.#logs.add(log);
  }

  /** Adds to or subtracts from the number of characters in memory. */
  addCharacters(characters: number): void {
    this.#characters += characters;
  }

  /** Evicts events of the largest logs until all logs together are within the limit. */
  evictExcess(): void {
    while (this.#characters > MAX_TOTAL_CHARACTERS) {
      const largest = [...this.#logs].reduce((one, other) => (other.characters > one.characters ? other : one));
      largest.evictOldest();
    }
  }
}

/** The recent events of one organization's log, cached in memory. */
export class RecentEvents {
  readonly #memory: RecentEventsMemory;
  readonly #onForgotten: (upTo: number) => void;
  readonly #events: DeliverableEvent[] = [];
  #characters = 0;

  /** `onForgotten` is called after an eviction with the id of the last event that was evicted. */
  constructor(memory: RecentEventsMemory, onForgotten: (upTo: number) => void) {
    this.#memory = memory;
    this.#onForgotten = onForgotten;
    memory.add(this);
  }

  get characters(): number {
    return this.#characters;
  }

  push(event: DeliverableEvent): void {
    this.#events.push(event);
    this.#addCharacters(event.size);
    this.evictExcess();
  }

  /** Counts what an event has grown by, if it is in memory. */
  addGrowth(id: number, characters: number): void {
    if (this.#events[this.#indexAfter(id - 1)]?.id === id) this.#addCharacters(characters);
  }

  #addCharacters(characters: number): void {
    this.#characters += characters;
    this.#memory.addCharacters(characters);
  }

  /**
   * Iterates over the events after an id. The caller must not await during the iteration, because events could be
   * evicted meanwhile.
   */
  *after(id: number): Iterable<DeliverableEvent> {
    for (let index = this.#indexAfter(id); index < this.#events.length; index += 1) {
      yield this.#events[index] as DeliverableEvent;
    }
  }

  /** Finds the first event after an id by binary search. */
  #indexAfter(id: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as DeliverableEvent).id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Evicts events until the limits are met. */
  evictExcess(): void {
    while (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.evictOldest();
    this.#memory.evictExcess();
  }

  /** Evicts a tenth of the events at once, because removing them one by one would shift the array each time. */
  evictOldest(): void {
    const evicted = this.#events.splice(0, Math.max(1, Math.floor(this.#events.length / 10)));
    for (const event of evicted) this.#addCharacters(-event.size);
    const last = evicted.at(-1);
    if (last) this.#onForgotten(last.id);
  }
}
