import { ServerBusy } from "./errors.ts";
import { MAX_BODY_BUDGET_SHARE } from "./limits.ts";

/**
 * The budget of memory for request bodies. It counts the bytes received, not the announced sizes. No network and no
 * account can use more than a fixed share of it.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  readonly #share: number;
  readonly #byOwner = new Map<string, number>();
  #used = 0;
  /** Number of requests with a body that are in progress. */
  requestCount = 0;

  /** `maxBytes`: size of the budget, in bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#share = maxBytes * MAX_BODY_BUDGET_SHARE;
  }

  /** Number of bytes in memory. */
  get usedBytes(): number {
    return this.#used;
  }

  /**
   * Returns whether the owner (a network or an account) may use that many more bytes of its share. For null: whether
   * the budget as a whole has that many bytes left.
   */
  hasCapacity(owner: string | null, bytes: number): boolean {
    return owner === null
      ? this.#used + bytes <= this.#maxBytes
      : (this.#byOwner.get(owner) ?? 0) + bytes <= this.#share;
  }

  /** Adds bytes that were received, or, if the number is negative, removes bytes that are no longer in memory. */
  add(owners: readonly string[], bytes: number): void {
    this.#used += bytes;
    for (const owner of owners) {
      const reserved = (this.#byOwner.get(owner) ?? 0) + bytes;
      if (reserved > 0) this.#byOwner.set(owner, reserved);
      else this.#byOwner.delete(owner);
    }
  }
}

/**
 * A request's reservation in the budget. It lasts until the request's work is done and its response has been sent or
 * abandoned.
 */
export class BodyReservation {
  readonly #budget: BodyBudget;
  readonly #owners: string[];
  #bytes = 0;
  /** Number of reasons to keep the reservation: the connection, and each piece of unfinished work. */
  #uses = 1;

  /** `network`: the name of the client's network, as returned by `network()`. */
  constructor(budget: BodyBudget, network: string) {
    this.#budget = budget;
    this.#owners = [network];
    budget.requestCount += 1;
  }

  /** Also counts the reservation in the share of an account. Must be called before any bytes are reserved. */
  assignAccount(account: number): void {
    this.#owners.push(`account ${account}`);
  }

  /**
   * Reserves bytes. Small bodies are accepted even if the budget as a whole is exhausted, so only large bodies are
   * rejected then.
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
    // If the connection was closed before the work starts, the reservation was already released.
    if (this.#uses === 0) this.#budget.requestCount += 1;
    this.#uses += 1;
    const release = () => this.release();
    void work.then(release, release);
  }

  /** Removes one of the reasons to keep the reservation. When the last one is removed, all bytes are released. */
  release(): void {
    this.#uses -= 1;
    if (this.#uses > 0) return;
    this.#budget.requestCount -= 1;
    this.#budget.add(this.#owners, -this.#bytes);
    this.#bytes = 0;
  }
}
