import { ServerBusy } from "./errors.ts";
import { MAX_BODY_BUDGET_SHARE } from "./limits.ts";

/**
 * The memory that request bodies take, counted by the bytes that have come in, whatever their senders announce. No network
 * and no account gets more than its share of it.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #share: number;
  readonly #byOwner = new Map<string, number>();
  #used = 0;
  /** Requests with a body that are under way. */
  requestCount = 0;

  /** `most` is in bytes. */
  constructor(most: number) {
    this.#most = most;
    this.#share = most * MAX_BODY_BUDGET_SHARE;
  }

  /** How many bytes are held. */
  get usedBytes(): number {
    return this.#used;
  }

  /** Whether the owner has room for so many bytes more; null: whether there is room at all. */
  hasCapacity(owner: string | null, bytes: number): boolean {
    return owner === null ? this.#used + bytes <= this.#most : (this.#byOwner.get(owner) ?? 0) + bytes <= this.#share;
  }

  /** Counts bytes that came in, or, where the number is negative, that are no longer held. */
  add(owners: readonly string[], bytes: number): void {
    this.#used += bytes;
    for (const owner of owners) {
      const held = (this.#byOwner.get(owner) ?? 0) + bytes;
      if (held > 0) this.#byOwner.set(owner, held);
      else this.#byOwner.delete(owner);
    }
  }
}

/** What one request holds of the budget, until its work is done and its answer sent or given up. */
export class BodyReservation {
  readonly #budget: BodyBudget;
  readonly #owners: string[];
  #bytes = 0;
  /** How much still needs what is held. */
  #uses = 1;

  /** Of a network, as `network()` names it. */
  constructor(budget: BodyBudget, network: string) {
    this.#budget = budget;
    this.#owners = [network];
    budget.requestCount += 1;
  }

  /** It is the account's as well. Said before anything is taken. */
  assignAccount(account: number): void {
    this.#owners.push(`account ${account}`);
  }

  /**
   * Takes in bytes. Where only the whole is full, small bodies are let in nevertheless: large ones make room first.
   * @throws ServerBusy
   */
  reserve(bytes: number, isSmall: boolean): void {
    const owners = isSmall ? this.#owners : [...this.#owners, null];
    if (!owners.every((owner) => this.#budget.hasCapacity(owner, bytes))) throw new ServerBusy();
    this.#bytes += bytes;
    this.#budget.add(this.#owners, bytes);
  }

  /** Holds on while this goes on, whatever comes of it. */
  extendUntil(work: Promise<unknown>): void {
    // The connection may be gone before the work begins.
    if (this.#uses === 0) this.#budget.requestCount += 1;
    this.#uses += 1;
    void work.catch(() => undefined).finally(() => this.release());
  }

  /** One use less: with the last one, everything is given back. */
  release(): void {
    this.#uses -= 1;
    if (this.#uses > 0) return;
    this.#budget.requestCount -= 1;
    this.#budget.add(this.#owners, -this.#bytes);
    this.#bytes = 0;
  }
}
