import type { RateRule, RateRules } from "./rate-limit-rules.ts";

/** Rounding of sums of tenths must refuse nobody. */
const EPSILON = 1e-6;

/** How many times what a rule gives may be spent: what was counted afterwards can be more than was left. */
const MAX_SPENT = 2;

/** How a caller stands with what they may ask for. */
export interface Standing {
  /** How much the strictest rule gives to a caller who has spent nothing. */
  readonly limit: number;
  /** How much of it is left. */
  readonly remaining: number;
  /** How long until nothing counts any more, in seconds. */
  readonly fullIn: number;
  /** How long until what was refused is allowed, in seconds; 0: it is allowed now. */
  readonly wait: number;
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
  untold = 0;
  /** What they are just being told of. */
  telling = 0;

  constructor(rules: RateRules) {
    this.rules = rules;
    this.#fullAt = rules.map(() => 0);
  }

  /** How it would stand if so much was spent now. */
  standing(cost: number, now: number): Standing {
    const standing = { limit: Infinity, remaining: Infinity, fullIn: 0, wait: 0 };
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, most } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now);
      const after = spent + Math.min(cost, most) * (seconds / most);
      const isAllowed = after <= seconds + EPSILON;
      const counted = isAllowed ? after : spent;
      const left = Math.floor(((seconds - counted) * most) / seconds + EPSILON);
      standing.limit = Math.min(standing.limit, most);
      standing.remaining = Math.min(standing.remaining, Math.max(0, left));
      standing.fullIn = Math.max(standing.fullIn, counted);
      if (!isAllowed) standing.wait = Math.max(standing.wait, after - seconds);
    }
    return standing;
  }

  /** Takes out so much, whether it is there or not. */
  spend(cost: number, now: number): void {
    for (let index = 0; index < this.rules.length; index += 1) {
      const { seconds, most } = this.rules[index] as RateRule;
      const spent = this.#spent(index, now) + Math.min(cost, most) * (seconds / most);
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT * seconds);
    }
    this.untold += cost;
  }

  /** Whether nothing counts any more, so that a new bucket is as good. */
  isFull(now: number): boolean {
    return this.rules.every((_, index) => this.#spent(index, now) === 0);
  }

  /** How long each rule needs to win back this cost, in seconds. What it has won back since is left out. */
  secondsOf(amount: number, now: number): number[] {
    return this.rules.map(({ seconds, most }, index) => Math.min((amount * seconds) / most, this.#spent(index, now)));
  }

  /** Takes over what is known of all processes together: for each rule, how long until it is full, in seconds. */
  adopt(fullIn: readonly number[], now: number): void {
    for (const [index, { seconds, most }] of this.rules.entries()) {
      const spent = Math.max(0, fullIn[index] ?? 0) + (this.untold * seconds) / most;
      this.#fullAt[index] = now + Math.min(spent, MAX_SPENT * seconds);
    }
  }

  /** How much of a rule is spent, as the time in which it is won back. */
  #spent(index: number, now: number): number {
    return Math.max(0, (this.#fullAt[index] ?? 0) - now);
  }
}
