import type { Clock } from "#kernel/clock.ts";

/** How long something is left alone that could not be delivered for a reason which may go away, in milliseconds. */
const REST_MS = 30_000;

/** What is left alone for a while, so that it does not stand in the way of the rest. */
export class Rest {
  readonly #clock: Clock;
  readonly #until = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: number): void {
    this.#until.set(id, this.#clock.elapsed() + REST_MS);
  }

  /** The ids of those that rest now. */
  get ids(): number[] {
    const now = this.#clock.elapsed();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
