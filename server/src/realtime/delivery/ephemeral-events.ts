import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";

/** Time for which ephemeral events are retained for clients that are between two polls, in milliseconds. */
const RETENTION_MS = 10_000;
/** Memory limits for the ephemeral events of all organizations together. */
const MAX_EVENTS = 2000;
const MAX_CHARACTERS = 4_000_000;

/** Maximum number of queues that were registered in this process and not polled yet. The oldest are removed first. */
const MAX_REGISTERED_QUEUES = 10_000;

interface StoredEphemeralEvent {
  readonly event: EphemeralEvent;
  readonly expiresAt: number;
  readonly characters: number;
}

/** The recent ephemeral events of all organizations, numbered in the order of their publication. */
export class EphemeralEvents {
  readonly #clock: Clock;
  #pending: StoredEphemeralEvent[] = [];
  #characters = 0;
  #newest = 0;
  readonly #beginnings = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of the latest event. */
  get newest(): number {
    return this.#newest;
  }

  /**
   * Records the registration of a queue. The queue receives the events that are published from now on and have not
   * expired when it is first polled.
   */
  registerQueue(queueId: string): void {
    this.#beginnings.set(queueId, this.#newest);
    for (const oldest of this.#beginnings.keys()) {
      if (this.#beginnings.size <= MAX_REGISTERED_QUEUES) break;
      this.#beginnings.delete(oldest);
    }
  }

  /** Returns the number after which a queue receives events when it is polled in this process for the first time. */
  startOf(queueId: string): number {
    const nth = this.#beginnings.get(queueId);
    this.#beginnings.delete(queueId);
    return nth ?? this.#newest;
  }

  push(event: EphemeralEvent): void {
    const characters = JSON.stringify(event).length;
    this.#pending.push({ event, expiresAt: this.#clock.elapsed() + RETENTION_MS, characters });
    this.#characters += characters;
    this.#newest += 1;
    if (this.#pending.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#forgetHalf();
  }

  /** Iterates over an organization's events after a number, without the expired ones. */
  *after(nth: number, realmId: number): Iterable<EphemeralEvent> {
    const now = this.#clock.elapsed();
    const first = this.#newest - this.#pending.length + 1;
    for (let index = Math.max(0, nth + 1 - first); index < this.#pending.length; index += 1) {
      const { event, expiresAt } = this.#pending[index] as StoredEphemeralEvent;
      if (expiresAt > now && event.audience.realmId === realmId) yield event;
    }
  }

  /** Evicts half of the events at once, because removing them one by one would shift the array each time. */
  #forgetHalf(): void {
    this.#pending = this.#pending.slice(Math.ceil(this.#pending.length / 2));
    this.#characters = this.#pending.reduce((sum, { characters }) => sum + characters, 0);
  }
}
