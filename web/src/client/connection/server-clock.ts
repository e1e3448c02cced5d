/** The server's clock, as the answers of the server tell it: what this machine's clock is off by, give or take a second. */
export class ServerClock {
  #skewMs = 0;

  /** In milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#skewMs;

  /** Takes the time from the header `Date` of an answer; small differences are the network's. */
  synchronize(date: string | null): void {
    const told = date === null ? Number.NaN : Date.parse(date);
    const skew = told - Date.now();
    if (!Number.isNaN(told)) this.#skewMs = Math.abs(skew) < SKEW_TOLERANCE_MS ? 0 : skew;
  }
}

const SKEW_TOLERANCE_MS = 2_000;
