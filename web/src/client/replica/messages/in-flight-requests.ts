import type { Event } from "@parlance/contract/events/index.ts";

/** What is asked of the server, and what happens while the answers are on their way. */
export class InFlightRequests {
  #pendingCount = 0;
  #eventsSince: Event[] = [];

  get hasPending(): boolean {
    return this.#pendingCount > 0;
  }

  receive(event: Event): void {
    if (this.hasPending) this.#eventsSince.push(event);
  }

  /**
   * Asks, and hands over the answer with what happened since: it may say what was before that.
   * @throws what `ask` and `land` throw
   */
  async run<R>(ask: () => Promise<R>, land: (answer: R, since: readonly Event[]) => void): Promise<void> {
    this.#pendingCount += 1;
    const from = this.#eventsSince.length;
    try {
      const answer = await ask();
      land(answer, this.#eventsSince.slice(from));
    } finally {
      this.#pendingCount -= 1;
      if (!this.hasPending) this.#eventsSince = [];
    }
  }
}
