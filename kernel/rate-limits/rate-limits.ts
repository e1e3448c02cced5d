import type { Clock } from "../base/clock.ts";
import type { Tally } from "../base/measures.ts";
import type { Bucket, RateLimitStatus } from "./bucket.ts";
import { BucketMap } from "./bucket.ts";
import type { RateLimit, RateLimitRules, RateRules } from "./rate-limit-rules.ts";
import { addressLimit, fileLimit } from "./settings.ts";
import { type SharedSpending, SharedBuckets } from "./shared-buckets.ts";

/**
 * Maximum numbers of callers whose spending a process remembers. The number of accounts is naturally limited, but
 * clients can use any number of addresses.
 */
const MAX_ACCOUNT_BUCKETS = 100_000;
const MAX_ADDRESS_BUCKETS = 50_000;

/** The cost of a request in one of the limits. */
export interface RateLimitDemand {
  readonly limit: RateLimit;
  /** The owner of the budget, such as the id of an account. */
  readonly owner: string | number;
  readonly cost: number;
  /** Rules that replace those of the limit. */
  readonly rules?: RateRules | undefined;
}

export interface RateLimitsOptions {
  readonly rules: RateLimitRules;
  readonly clock: Pick<Clock, "elapsed">;
  /** See `RateLimits.bytesPerRequest`. Default: 0. */
  readonly bytesPerRequest?: number;
  /** Store in which processes share the spending of their callers. Default: each process counts alone. */
  readonly shared?: SharedSpending | undefined;
  /** Counts the refused requests of each limit. Default: they are not counted. */
  readonly refusals?: Tally<[limit: string]>;
}

/** Tracks the recent spending of callers, and decides whether they may send further requests. */
export class RateLimits {
  /** Number of response bytes that count as one request. If 0, the size of responses does not count. */
  readonly bytesPerRequest: number;
  readonly #rules: RateLimitRules;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #sharing: SharedBuckets | undefined;
  readonly #refusals: Tally<[limit: string]> | undefined;
  readonly #accounts = new BucketMap(MAX_ACCOUNT_BUCKETS);
  readonly #addresses = new BucketMap(MAX_ADDRESS_BUCKETS);

  constructor({ rules, clock, bytesPerRequest = 0, shared, refusals }: RateLimitsOptions) {
    this.bytesPerRequest = bytesPerRequest;
    this.#rules = rules;
    this.#clock = clock;
    this.#refusals = refusals;
    this.#sharing = shared && new SharedBuckets(shared, () => this.#now());
  }

  /** Number of remembered callers. */
  get size(): number {
    return this.#accounts.size + this.#addresses.size;
  }

  /**
   * Counts a request in all its limits, or in none of them if one does not allow the request (`retryAfterSeconds` is
   * then greater than 0). Returns null if no limit applies. Returns a promise only if the spending of other processes
   * has to be looked up first; the promise never rejects.
   */
  spend(demands: readonly RateLimitDemand[]): RateLimitStatus | null | Promise<RateLimitStatus | null> {
    const now = this.#now();
    const wanted = this.#wanted(demands, now);
    const status = mergeStatuses(wanted.map(({ bucket, cost }) => bucket.statusAfter(cost, now)));
    if (status && status.retryAfterSeconds > 0) this.#countRefusal(wanted, now);
    if (status === null || status.retryAfterSeconds > 0) return status;

    const behind = this.#sharing && wanted.find(({ bucket, cost }) => this.#sharing?.mustShare(bucket, cost));
    if (behind && this.#sharing) return this.#sharing.share(behind.name, behind.bucket).then(() => this.spend(demands));
    this.#spendAll(wanted, now);
    return status;
  }

  /** Counts work that was already done, even if its limits do not allow it. Returns null if no limit applies. */
  charge(demands: readonly RateLimitDemand[]): RateLimitStatus | null {
    const now = this.#now();
    const wanted = this.#wanted(demands, now);
    this.#spendAll(wanted, now);
    return mergeStatuses(wanted.map(({ bucket }) => bucket.statusAfter(0, now)));
  }

  #wanted(demands: readonly RateLimitDemand[], now: number): WantedSpending[] {
    return demands.flatMap(({ limit, owner, cost, rules = this.#rulesOf(limit) }) => {
      if (rules.length === 0) return [];
      const name = `${limit.name} ${owner}`;
      const bucket = (isAnonymousLimit(limit) ? this.#addresses : this.#accounts).get(name, rules, now);
      return { limit, name, bucket, cost };
    });
  }

  #countRefusal(wanted: readonly WantedSpending[], now: number): void {
    for (const { limit, bucket, cost } of wanted) {
      if (bucket.statusAfter(cost, now).retryAfterSeconds > 0) this.#refusals?.add([limit.name]);
    }
  }

  #rulesOf({ name }: RateLimit): RateRules {
    const rules = this.#rules[name];
    if (!rules) throw new Error(`the server has no rules for the rate limit ${name}`);
    return rules;
  }

  #spendAll(wanted: readonly WantedSpending[], now: number): void {
    for (const { name, bucket, cost } of wanted) {
      bucket.spend(cost, now);
      this.#sharing?.recordSpending(name, bucket);
    }
  }

  #now(): number {
    return this.#clock.elapsed() / 1000;
  }
}

interface WantedSpending {
  readonly limit: RateLimit;
  readonly name: string;
  readonly bucket: Bucket;
  readonly cost: number;
}

/** Returns whether the owners of a limit are not accounts, so that a client can use any number of them. */
const isAnonymousLimit = (limit: RateLimit): boolean => limit === addressLimit || limit === fileLimit;

/** Merges statuses: each value is the strictest one. Returns null if there are no statuses. */
function mergeStatuses([first, ...rest]: readonly RateLimitStatus[]): RateLimitStatus | null {
  if (!first) return null;
  return rest.reduce(
    (one, other) => ({
      limit: Math.min(one.limit, other.limit),
      remaining: Math.min(one.remaining, other.remaining),
      resetSeconds: Math.max(one.resetSeconds, other.resetSeconds),
      retryAfterSeconds: Math.max(one.retryAfterSeconds, other.retryAfterSeconds),
    }),
    first,
  );
}
