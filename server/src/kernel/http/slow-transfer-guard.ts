/** How often slow senders are looked for, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Something that is being received. */
export interface Arrival {
  /** As `performance.now()` told it. */
  readonly startedAt: number;
  /** Bytes so far. */
  readonly received: number;
  /** Ends it. */
  cutOff(): void;
}

/** The least pace of what arrives. */
export interface PaceRule {
  readonly bytesPerSecond: number;
  readonly graceSeconds: number;
}

/** Whether too little has come in for the time that it took: on average, with some time for nothing. */
export const isTooSlow = (received: number, ms: number, { bytesPerSecond, graceSeconds }: PaceRule): boolean =>
  received < bytesPerSecond * (ms / 1000 - graceSeconds);

/** Ends what arrives too slowly. One timer looks after all, since most of it is there at once. */
export class Pace {
  readonly #rule: PaceRule;
  readonly #arriving = new Set<Arrival>();
  readonly #timer: NodeJS.Timeout;

  constructor(rule: PaceRule) {
    this.#rule = rule;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  watch(arrival: Arrival): void {
    this.#arriving.add(arrival);
  }

  forget(arrival: Arrival): void {
    this.#arriving.delete(arrival);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const arrival of this.#arriving) {
      if (isTooSlow(arrival.received, now - arrival.startedAt, this.#rule)) arrival.cutOff();
    }
  }
}
