import type { Event } from "@parlance/contract/events/index.ts";

/** What is asked of the server, and what happens while the answers are on their way. */
export class Flights {
  #underWay = 0;
  #missed: Event[] = [];

  get isAnyUnderWay(): boolean {
    return this.#underWay > 0;
  }

  receive(event: Event): void {
    if (this.isAnyUnderWay) this.#missed.push(event);
  }

  /**
   * Asks, and hands over the answer with what happened since: it may say what was before that.
   * @throws what `ask` and `land` throw
   */
  async follow<R>(ask: () => Promise<R>, land: (answer: R, since: readonly Event[]) => void): Promise<void> {
    this.#underWay += 1;
    const from = this.#missed.length;
    try {
      const answer = await ask();
      land(answer, this.#missed.slice(from));
    } finally {
      this.#underWay -= 1;
      if (!this.isAnyUnderWay) this.#missed = [];
    }
  }
}
