/** The server's clock, derived from its responses, accurate to about two seconds. */
export class ServerClock {
  #skewMs = 0;

  /** Returns the server's time, in milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#skewMs;

  /**
   * Adjusts the clock to the `Date` header of a response. Small differences are ignored, because they result from
   * network latency.
   */
  synchronize(date: string | null): void {
    const serverTime = date === null ? Number.NaN : Date.parse(date);
    const skew = serverTime - Date.now();
    if (!Number.isNaN(serverTime)) this.#skewMs = Math.abs(skew) < SKEW_TOLERANCE_MS ? 0 : skew;
  }
}

const SKEW_TOLERANCE_MS = 2_000;
