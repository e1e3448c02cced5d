import type { RateRule, RateRules } from "./rate-limit-rules.ts";

/**
 * Number of least recently used buckets checked for each new bucket. More than one, so that full buckets are removed
 * faster than new ones are added.
 */
const BUCKETS_CHECKED_PER_CALL = 2;

/**
 * Buckets by the names of their callers. There are never more than `most`: calls from ever new addresses only make the
 * server evict the least recently used buckets.
 */
export class BucketMap {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Returns the bucket with a name. Creates a full one if there is none, or if it has other rules. */
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
      if (this.#buckets.size >= this.#most || bucket.isFull(now)) this.#buckets.delete(name);
      else break;
      if (looks >= BUCKETS_CHECKED_PER_CALL) break;
    }
  }
}

/** Tolerance, because rounding errors in sums of tenths must not reject a request. */
const EPSILON = 1e-6;

/**
 * Factor by which spending may exceed a rule's capacity, because a cost that is counted afterwards can be more than the
 * rest.
 */
const MAX_SPENT_FACTOR = 2;

/** A caller's state in the rate limits. */
export interface RateLimitStatus {
  /** Capacity of the strictest rule. */
  readonly limit: number;
  /** Remaining budget of that rule. */
  readonly remaining: number;
  /** Time until the budget is full again, in seconds. */
  readonly resetSeconds: number;
  /** Time until a rejected request is allowed, in seconds. 0: it is allowed now. */
  readonly retryAfterSeconds: number;
}

/**
 * The spending of one caller under some rules. Each rule is a bucket that contains `capacity` and fills up evenly in
 * `seconds`: a caller who has spent nothing may spend all of it immediately, and afterwards as fast as it fills. A
 * single number describes its level: the time at which it will be full again.
 */
export class Bucket {
  readonly rules: RateRules;
  /** For each rule, the time at which it is full again, in seconds of the clock that callers of the methods read. */
  readonly #fullAt: number[];
  /** Spending in this process that has not been reported to other processes. */
  unreported = 0;
  /** Spending that is being reported to them. */
  reporting = 0;

  constructor(rules: RateRules) {
    this.rules = rules;
    this.#fullAt = rules.map(() => 0);
  }

  /** Returns the state if the given cost was spent now. */
  statusAfter(cost: number, now: number): RateLimitStatus {
    const standing = { limit: Infinity, remaining: Infinity, resetSeconds: 0, retryAfterSeconds: 0 };
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, capacity } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now);
      const after = spent + Math.min(cost, capacity) * (seconds / capacity);
      const isAllowed = after <= seconds + EPSILON;
      const counted = isAllowed ? after : spent;
      const left = Math.floor(((seconds - counted) * capacity) / seconds + EPSILON);
      standing.limit = Math.min(standing.limit, capacity);
      standing.remaining = Math.min(standing.remaining, Math.max(0, left));
      standing.resetSeconds = Math.max(standing.resetSeconds, counted);
      if (!isAllowed) standing.retryAfterSeconds = Math.max(standing.retryAfterSeconds, after - seconds);
    }
    return standing;
  }

  /** Spends the given cost, whether the budget suffices or not. */
  spend(cost: number, now: number): void {
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, capacity } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now) + Math.min(cost, capacity) * (seconds / capacity);
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
    this.unreported += cost;
  }

  /** Whether all rules are full, so that a new bucket is equivalent. */
  isFull(now: number): boolean {
    return this.rules.every((_, index) => this.#spent(index, now) === 0);
  }

  /**
   * Returns the time in which each rule recovers the given cost, in seconds, without the part that has already
   * recovered.
   */
  recoverySeconds(amount: number, now: number): number[] {
    return this.rules.map(({ seconds, capacity }, index) =>
      Math.min((amount * seconds) / capacity, this.#spent(index, now)),
    );
  }

  /** Adopts the shared state of all processes: for each rule, the time until it is full, in seconds. */
  adopt(fullIn: readonly number[], now: number): void {
    for (const [index, { seconds, capacity }] of this.rules.entries()) {
      const spent = Math.max(0, fullIn[index] ?? 0) + (this.unreported * seconds) / capacity;
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
  }

  /** Returns the spending under a rule, as the time in which it recovers. */
  #spent(index: number, now: number): number {
    return Math.max(0, (this.#fullAt[index] ?? 0) - now);
  }
}
