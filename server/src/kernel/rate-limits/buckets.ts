import { Bucket } from "./bucket.ts";
import type { RateRules } from "./rate-limit-rules.ts";

/** How many of those that were not used for longest are looked at for each new one: twice as many as come. */
const LOOKED_AT = 2;

/**
 * Buckets by the names of their callers. There are never more than `most`: calls from ever new addresses only make the
 * server forget the buckets that were not used for longest.
 */
export class Buckets {
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
      if (looks >= LOOKED_AT) break;
    }
  }
}
