import type { RateRule, RateRules } from "./rate-limit-rules.ts";

/** How many of those that were not used for longest are looked at for each new one: twice as many as come. */
const BUCKETS_CHECKED_PER_CALL = 2;

/**
 * Buckets by the names of their callers. There are never more than `most`: calls from ever new addresses only make the
 * server forget the buckets that were not used for longest.
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

  /** The bucket of that name; a full one if there is none, or if it has other rules. */
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

/** Rounding of sums of tenths must refuse nobody. */
const EPSILON = 1e-6;

/** How many times what a rule gives may be spent: what was counted afterwards can be more than was left. */
const MAX_SPENT_FACTOR = 2;

/** How a caller stands with what they may ask for. */
export interface RateLimitStatus {
  /** How much the strictest rule gives to a caller who has spent nothing. */
  readonly limit: number;
  /** How much of it is left. */
  readonly remaining: number;
  /** How long until nothing counts any more, in seconds. */
  readonly resetSeconds: number;
  /** How long until what was refused is allowed, in seconds; 0: it is allowed now. */
  readonly retryAfterSeconds: number;
}

/**
 * What one caller has spent of some rules. Each rule is a bucket that holds `most` and fills up evenly in `seconds`: a
 * caller who has spent nothing may spend all of it at once, and afterwards as fast as it fills. One number says how full it
 * is: when it will be full again.
 */
export class Bucket {
  readonly rules: RateRules;
  /** For each rule, when it is full again: in seconds, of the clock that callers of the methods read. */
  readonly #fullAt: number[];
  /** What was spent here and no other process has been told of. */
  unreported = 0;
  /** What they are just being told of. */
  reporting = 0;

  constructor(rules: RateRules) {
    this.rules = rules;
    this.#fullAt = rules.map(() => 0);
  }

  /** How it would stand if so much was spent now. */
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

  /** Takes out so much, whether it is there or not. */
  spend(cost: number, now: number): void {
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, capacity } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now) + Math.min(cost, capacity) * (seconds / capacity);
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
    this.unreported += cost;
  }

  /** Whether nothing counts any more, so that a new bucket is as good. */
  isFull(now: number): boolean {
    return this.rules.every((_, index) => this.#spent(index, now) === 0);
  }

  /** How long each rule needs to win back this cost, in seconds. What it has won back since is left out. */
  recoverySeconds(amount: number, now: number): number[] {
    return this.rules.map(({ seconds, capacity }, index) =>
      Math.min((amount * seconds) / capacity, this.#spent(index, now)),
    );
  }

  /** Takes over what is known of all processes together: for each rule, how long until it is full, in seconds. */
  adopt(fullIn: readonly number[], now: number): void {
    for (const [index, { seconds, capacity }] of this.rules.entries()) {
      const spent = Math.max(0, fullIn[index] ?? 0) + (this.unreported * seconds) / capacity;
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT_FACTOR * seconds);
    }
  }

  /** How much of a rule is spent, as the time in which it is won back. */
  #spent(index: number, now: number): number {
    return Math.max(0, (this.#fullAt[index] ?? 0) - now);
  }
}
