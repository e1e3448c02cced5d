/**
 * Limits how many pieces of short work start in the same turn of the event loop. Further pieces start in later turns, in
 * the order in which they were passed, so that other work runs in between.
 */
export class TurnLimiter {
  readonly #maxPerTurn: number;
  #waiting: (() => void)[] = [];
  /** Number of pieces that may still start in this turn. */
  #remaining: number;
  #isScheduled = false;

  constructor(maxPerTurn: number) {
    this.#maxPerTurn = maxPerTurn;
    this.#remaining = maxPerTurn;
  }

  /** Runs the work: immediately, if this turn allows it. The work must not throw. */
  run(work: () => void): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#startTurn());
    }
    if (this.#remaining === 0 || this.#waiting.length > 0) {
      this.#waiting.push(work);
      return;
    }
    this.#remaining -= 1;
    work();
  }

  #startTurn(): void {
    const next = this.#waiting.splice(0, this.#maxPerTurn);
    this.#remaining = this.#maxPerTurn - next.length;
    this.#isScheduled = next.length > 0;
    if (this.#isScheduled) setImmediate(() => this.#startTurn());
    for (const work of next) work();
  }
}
