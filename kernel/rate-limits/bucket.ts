import type { RateRule, RateRules } from "./rate-limit-rules.ts";

/**
 * Maximum number of least recently used buckets that are checked whenever a bucket is added. More than one, so that
 * full buckets are removed faster than new ones are added.
 */
const BUCKETS_CHECKED_PER_CALL = 2;

/**
 * Buckets by the names of their callers. There are never more than `maxBuckets` of them: if requests come from ever new
 * addresses, the least recently used buckets are evicted.
 */
export class BucketMap {
  readonly #maxBuckets: number;
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(maxBuckets: number) {
    this.#maxBuckets = maxBuckets;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Returns the bucket of a caller. Creates a full bucket if there is none, or if the caller's rules have changed. */
  get(name: string, rules: RateRules, now: number): Bucket {
    const known = this.#buckets.get(name);
    this.#buckets.delete(name);
    if (!known) this.#makeRoom(now);
    const bucket = known?.rules === rules ? known : new Bucket(rules);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  #makeRoom(now: number): void {
    let looks = 0;
    for (const [name, bucket] of this.#buckets) {
      looks += 1;
      if (this.#buckets.size >= this.#maxBuckets || bucket.isFull(now)) this.#buckets.delete(name);
      else break;
      if (looks >= BUCKETS_CHECKED_PER_CALL) break;
    }
  }
}

/** Tolerance for rounding errors in sums of fractional costs, which must not cause a rejection. */
const EPSILON = 1e-6;

/**
 * Maximum spending, as a multiple of a rule's capacity. Spending can exceed the capacity, because some costs are
 * counted only after the work was done.
 */
const MAX_SPENT_FACTOR = 2;

/** A caller's state in the rate limits. */
export interface RateLimitStatus {
  /** Lowest capacity of any rule. */
  readonly limit: number;
  /** Lowest remaining budget of any rule; not necessarily that with the lowest capacity. */
  readonly remaining: number;
  /** Time until the budgets of all rules are full again, in seconds. */
  readonly resetSeconds: number;
  /** Time until a rejected request would be allowed, in seconds. 0 if the request is allowed now. */
  readonly retryAfterSeconds: number;
}

/**
 * The spending of a caller under some rules. Each rule is a bucket that holds `capacity` and refills evenly within
 * `seconds`: a caller who has spent nothing may spend the whole capacity at once, and afterwards as fast as the bucket
 * refills. The level of a bucket is stored as a single number: the time at which it will be full again.
 */
export class Bucket {
  readonly rules: RateRules;
  /**
   * For each rule, the time at which its bucket is full again, in seconds of the clock that the callers of the methods
   * use.
   */
  readonly #fullAt: number[];
  /** Spending in this process that has not been reported to other processes. */
  unreported = 0;
  /** Spending that is currently being reported to other processes. */
  reporting = 0;

  constructor(rules: RateRules) {
    this.rules = rules;
    this.#fullAt = rules.map(() => 0);
  }

  /**
   * Returns the caller's status if the given cost were spent now. Spends nothing. For a rule that does not allow the
   * cost, the budget is that without the cost.
   */
  statusAfter(cost: number, now: number): RateLimitStatus {
    const status = { limit: Infinity, remaining: Infinity, resetSeconds: 0, retryAfterSeconds: 0 };
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, capacity } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now);
      const after = spent + Math.min(cost, capacity) * (seconds / capacity);
      const isAllowed = after <= seconds + EPSILON;
      const counted = isAllowed ? after : spent;
      const left = Math.floor(((seconds - counted) * capacity) / seconds + EPSILON);
      status.limit = Math.min(status.limit, capacity);
      status.remaining = Math.min(status.remaining, Math.max(0, left));
      status.resetSeconds = Math.max(status.resetSeconds, counted);
      if (!isAllowed) status.retryAfterSeconds = Math.max(status.retryAfterSeconds, after - seconds);
    }
    return status;
  }

  /** Spends the given cost, even if the budget is not sufficient. */
  spend(cost: number, now: number): void {
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, capacity } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now) + Math.min(cost, capacity) * (seconds / capacity);
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
    this.unreported += cost;
  }

  /**
   * Returns whether the buckets of all rules are full. Such a bucket can be dropped, because a new one is equivalent.
   */
  isFull(now: number): boolean {
    return this.rules.every((_, index) => this.#spent(index, now) === 0);
  }

  /** Returns, for each rule, how long the given spending still takes to recover, in seconds. */
  recoverySeconds(amount: number, now: number): number[] {
    return this.rules.map(({ seconds, capacity }, index) =>
      Math.min((amount * seconds) / capacity, this.#spent(index, now)),
    );
  }

  /**
   * Adopts the state shared by all processes. `fullIn`: for each rule, the time until its bucket is full, in seconds.
   */
  adopt(fullIn: readonly number[], now: number): void {
    for (const [index, { seconds, capacity }] of this.rules.entries()) {
      const spent = Math.max(0, fullIn[index] ?? 0) + (this.unreported * seconds) / capacity;
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
  }

  /** Returns the current spending under a rule, as the time that it takes to recover, in seconds. */
  #spent(index: number, now: number): number {
    return Math.max(0, (this.#fullAt[index] ?? 0) - now);
  }
}
