import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";

/** For how long a client that is between two polls finds what was told meanwhile, in milliseconds. */
const RETENTION_MS = 10_000;
/** What is kept at most, for all organizations together. */
const MAX_EVENTS = 2000;
const MAX_CHARACTERS = 4_000_000;

/** Queues that nobody has polled yet since they were registered here; the oldest go first. */
const MAX_REGISTERED_QUEUES = 10_000;

interface StoredEphemeralEvent {
  readonly event: EphemeralEvent;
  readonly expiresAt: number;
  readonly characters: number;
}

/** What was told without the log in the last seconds. Each event has a number, in the order in which they came. */
export class EphemeralEvents {
  readonly #clock: Clock;
  #kept: StoredEphemeralEvent[] = [];
  #characters = 0;
  #newest = 0;
  readonly #beginnings = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of the one that came last. */
  get newest(): number {
    return this.#newest;
  }

  /** A queue is being registered: it hears what comes from now on, though it may be polled later. */
  registerQueue(queueId: string): void {
    this.#beginnings.set(queueId, this.#newest);
    for (const oldest of this.#beginnings.keys()) {
      if (this.#beginnings.size <= MAX_REGISTERED_QUEUES) break;
      this.#beginnings.delete(oldest);
    }
  }

  /** The number after which a queue that is polled here for the first time hears of them. */
  startOf(queueId: string): number {
    const nth = this.#beginnings.get(queueId);
    this.#beginnings.delete(queueId);
    return nth ?? this.#newest;
  }

  push(event: EphemeralEvent): void {
    const characters = JSON.stringify(event).length;
    this.#kept.push({ event, expiresAt: this.#clock.elapsed() + RETENTION_MS, characters });
    this.#characters += characters;
    this.#newest += 1;
    if (this.#kept.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#forgetHalf();
  }

  /** An organization's events after that number which are still news. */
  *after(nth: number, realmId: number): Iterable<EphemeralEvent> {
    const now = this.#clock.elapsed();
    const first = this.#newest - this.#kept.length + 1;
    for (let index = Math.max(0, nth + 1 - first); index < this.#kept.length; index += 1) {
      const { event, expiresAt } = this.#kept[index] as StoredEphemeralEvent;
      if (expiresAt > now && event.audience.realmId === realmId) yield event;
    }
  }

  /** Half of them at once, so that the array is not moved for each event. */
  #forgetHalf(): void {
    this.#kept = this.#kept.slice(Math.ceil(this.#kept.length / 2));
    this.#characters = this.#kept.reduce((sum, { characters }) => sum + characters, 0);
  }
}
