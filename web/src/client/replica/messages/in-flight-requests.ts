import type { Event } from "@parlance/contract/events/index.ts";

/** Keeps track of requests in flight, and of the events received while there are any. */
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
   * Sends a request, and passes the response to `land` together with the events received since the request. The
   * response may be older than these events.
   * @throws the errors of `request` and `land`
   */
  async run<R>(request: () => Promise<R>, land: (answer: R, since: readonly Event[]) => void): Promise<void> {
    this.#pendingCount += 1;
    const from = this.#eventsSince.length;
    try {
      const answer = await request();
      land(answer, this.#eventsSince.slice(from));
    } finally {
      this.#pendingCount -= 1;
      if (!this.hasPending) this.#eventsSince = [];
    }
  }
}
