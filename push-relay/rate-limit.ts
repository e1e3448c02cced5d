import type { Clock } from "@parlance/kernel/base/clock.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";

/** Maximum number of callers that are counted separately. All further callers share one count. */
const MAX_CALLERS = 100_000;

/** Limits the number of requests of each caller within a period. Each process counts separately. */
export class RateLimit {
  readonly #maxRequests: number;
  readonly #spanMs: number;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #since = 0;

  constructor({ maxRequests, spanMs, clock }: { maxRequests: number; spanMs: number; clock: Clock }) {
    this.#maxRequests = maxRequests;
    this.#spanMs = spanMs;
    this.#clock = clock;
    this.#since = clock.elapsed();
  }

  /**
   * Counts a request.
   * @throws RateLimitHit
   */
  consume(caller: string): void {
    this.#counts.set(this.#keyOf(caller), this.assertNotExceeded(caller) + 1);
  }

  /**
   * Returns the number of requests of the caller.
   * @throws RateLimitHit if that number has reached the limit
   */
  assertNotExceeded(caller: string): number {
    const now = this.#clock.elapsed();
    if (now - this.#since >= this.#spanMs) {
      this.#since = now;
      this.#counts.clear();
    }
    const count = this.#counts.get(this.#keyOf(caller)) ?? 0;
    if (count >= this.#maxRequests)
      throw new RateLimitHit({ "retry-after": (this.#since + this.#spanMs - now) / 1000 });
    return count;
  }

  #keyOf(caller: string): string {
    return this.#counts.has(caller) || this.#counts.size < MAX_CALLERS ? caller : "";
  }
}
