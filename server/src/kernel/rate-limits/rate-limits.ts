import type { Clock } from "../clock.ts";
import type { Bucket, Standing } from "./bucket.ts";
import { Buckets } from "./buckets.ts";
import type { LimitName, RateLimitRules, RateRules } from "./rules.ts";
import { type SharedSpending, SharedBuckets } from "./shared-buckets.ts";

/** Most callers whose spending one process remembers. Accounts are limited in number, but anybody can make up addresses. */
const MOST_ACCOUNTS = 100_000;
const MOST_STRANGERS = 50_000;

/** What a request takes of one limit. */
export interface Demand {
  readonly limit: LimitName;
  /** Whose limit it is, such as the id of an account. */
  readonly of: string | number;
  readonly cost: number;
  /** Instead of the limit's own rules. */
  readonly rules?: RateRules | undefined;
}

export interface RateLimitsOptions {
  readonly rules: RateLimitRules;
  readonly clock: Pick<Clock, "elapsed">;
  /** Where other processes that serve the same callers tell of their spending; by default there are none. */
  readonly shared?: SharedSpending | undefined;
}

/** What callers have asked for of late, and whether they may ask for more. */
export class RateLimits {
  readonly #rules: RateLimitRules;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #sharing: SharedBuckets | undefined;
  readonly #accounts = new Buckets(MOST_ACCOUNTS);
  readonly #strangers = new Buckets(MOST_STRANGERS);

  constructor({ rules, clock, shared }: RateLimitsOptions) {
    this.#rules = rules;
    this.#clock = clock;
    this.#sharing = shared && new SharedBuckets(shared, () => this.#now());
  }

  /** How many callers are remembered. */
  get size(): number {
    return this.#accounts.size + this.#strangers.size;
  }

  /**
   * Counts a request in all its limits, or in none where one of them does not allow it (`wait` is above 0 then). Null where
   * nothing limits it. A promise only where another process may have spent what is left; it never rejects.
   */
  spend(demands: readonly Demand[]): Standing | null | Promise<Standing | null> {
    const now = this.#now();
    const wanted: Wanted[] = [];
    let standing: Standing | null = null;
    for (const { limit, of, cost, rules = this.#rules[limit] } of demands) {
      if (rules.length === 0) continue;
      const name = `${limit} ${of}`;
      const bucket = (isOfStrangers(limit) ? this.#strangers : this.#accounts).get(name, rules, now);
      wanted.push({ name, bucket, cost });
      const own = bucket.standing(cost, now);
      standing = standing ? strictest(standing, own) : own;
    }
    if (standing === null || standing.wait > 0) return standing;

    const behind = this.#sharing && wanted.find(({ bucket, cost }) => this.#sharing?.mustShare(bucket, cost));
    if (behind && this.#sharing) return this.#sharing.share(behind.name, behind.bucket).then(() => this.spend(demands));
    for (const { name, bucket, cost } of wanted) {
      bucket.spend(cost, now);
      this.#sharing?.spent(name, bucket);
    }
    return standing;
  }

  #now(): number {
    return this.#clock.elapsed() / 1000;
  }
}

interface Wanted {
  readonly name: string;
  readonly bucket: Bucket;
  readonly cost: number;
}

/** Limits of callers whom anybody can make up. */
const isOfStrangers = (limit: LimitName): boolean => limit === "address" || limit === "file";

const strictest = (one: Standing, other: Standing): Standing => ({
  limit: Math.min(one.limit, other.limit),
  remaining: Math.min(one.remaining, other.remaining),
  fullIn: Math.max(one.fullIn, other.fullIn),
  wait: Math.max(one.wait, other.wait),
});
