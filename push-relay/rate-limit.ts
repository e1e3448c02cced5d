import type { Clock } from "@parlance/server/kernel/clock.ts";
import { RateLimitHit } from "@parlance/server/kernel/http/errors.ts";

/** Callers that are counted at once; beyond them all count as one. */
const MOST_CALLERS = 100_000;

/** Lets each caller ask so many times within a span of time. Whoever is in one process with others has a count there. */
export class RateLimit {
  readonly #most: number;
  readonly #spanMs: number;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #since = 0;

  constructor({ most, spanMs, clock }: { most: number; spanMs: number; clock: Clock }) {
    this.#most = most;
    this.#spanMs = spanMs;
    this.#clock = clock;
    this.#since = clock.elapsed();
  }

  /** @throws RateLimitHit */
  spend(caller: string): void {
    this.#counts.set(this.#keyOf(caller), this.check(caller) + 1);
  }

  /**
   * Returns how often the caller has asked.
   * @throws RateLimitHit if that is as often as the limit allows
   */
  check(caller: string): number {
    const now = this.#clock.elapsed();
    if (now - this.#since >= this.#spanMs) {
      this.#since = now;
      this.#counts.clear();
    }
    const count = this.#counts.get(this.#keyOf(caller)) ?? 0;
    if (count >= this.#most) throw new RateLimitHit({ "retry-after": (this.#since + this.#spanMs - now) / 1000 });
    return count;
  }

  #keyOf(caller: string): string {
    return this.#counts.has(caller) || this.#counts.size < MOST_CALLERS ? caller : "";
  }
}
