import { ServerBusy } from "./errors.ts";
import { MAX_BODY_BUDGET_SHARE } from "./limits.ts";

/**
 * The memory for request bodies, measured by the bytes received, not by the announced sizes. No network and no account
 * gets more than its share of it.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #share: number;
  readonly #byOwner = new Map<string, number>();
  #used = 0;
  /** Number of requests with a body in progress. */
  requestCount = 0;

  /** `most` is in bytes. */
  constructor(most: number) {
    this.#most = most;
    this.#share = most * MAX_BODY_BUDGET_SHARE;
  }

  /** Number of bytes in memory. */
  get usedBytes(): number {
    return this.#used;
  }

  /** Whether the owner has capacity for the given number of bytes. Null: whether there is capacity at all. */
  hasCapacity(owner: string | null, bytes: number): boolean {
    return owner === null ? this.#used + bytes <= this.#most : (this.#byOwner.get(owner) ?? 0) + bytes <= this.#share;
  }

  /** Adds bytes that were received, or, if the number is negative, removes bytes that are no longer in memory. */
  add(owners: readonly string[], bytes: number): void {
    this.#used += bytes;
    for (const owner of owners) {
      const held = (this.#byOwner.get(owner) ?? 0) + bytes;
      if (held > 0) this.#byOwner.set(owner, held);
      else this.#byOwner.delete(owner);
    }
  }
}

/** A request's reservation in the budget, which lasts until its work is done and its response is sent or abandoned. */
export class BodyReservation {
  readonly #budget: BodyBudget;
  readonly #owners: string[];
  #bytes = 0;
  /** Number of users of the reservation: the connection and pieces of work. */
  #uses = 1;

  /** `network`: named as `network()` does. */
  constructor(budget: BodyBudget, network: string) {
    this.#budget = budget;
    this.#owners = [network];
    budget.requestCount += 1;
  }

  /** Also counts the reservation for an account. Must be called before any bytes are reserved. */
  assignAccount(account: number): void {
    this.#owners.push(`account ${account}`);
  }

  /**
   * Reserves bytes. If only the budget as a whole is exhausted, small bodies are accepted nevertheless, so that it is
   * the large ones that must wait.
   * @throws ServerBusy
   */
  reserve(bytes: number, isSmall: boolean): void {
    const owners = isSmall ? this.#owners : [...this.#owners, null];
    if (!owners.every((owner) => this.#budget.hasCapacity(owner, bytes))) throw new ServerBusy();
    this.#bytes += bytes;
    this.#budget.add(this.#owners, bytes);
  }

  /** Extends the reservation until `work` is settled. */
  extendUntil(work: Promise<unknown>): void {
    // The connection may be closed before the work starts.
    if (this.#uses === 0) this.#budget.requestCount += 1;
    this.#uses += 1;
    void work.catch(() => undefined).finally(() => this.release());
  }

  /** Ends one use. With the last one, everything is released. */
  release(): void {
    this.#uses -= 1;
    if (this.#uses > 0) return;
    this.#budget.requestCount -= 1;
    this.#budget.add(this.#owners, -this.#bytes);
    this.#bytes = 0;
  }
}
