/** How often slow senders are looked for, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;

/** Something that is being received. */
export interface IncomingTransfer {
  /** As `performance.now()` told it. */
  readonly startedAt: number;
  /** Bytes so far. */
  readonly received: number;
  /** Ends it. */
  abort(): void;
}

/** The least pace of what arrives. */
export interface MinTransferRate {
  readonly bytesPerSecond: number;
  readonly graceSeconds: number;
}

/** Whether too little has come in for the time that it took: on average, with some time for nothing. */
export const isTooSlow = (received: number, ms: number, { bytesPerSecond, graceSeconds }: MinTransferRate): boolean =>
  received < bytesPerSecond * (ms / 1000 - graceSeconds);

/** Ends what arrives too slowly. One timer looks after all, since most of it is there at once. */
export class SlowTransferGuard {
  readonly #rule: MinTransferRate;
  readonly #arriving = new Set<IncomingTransfer>();
  readonly #timer: NodeJS.Timeout;

  constructor(rule: MinTransferRate) {
    this.#rule = rule;
    this.#timer = setInterval(() => this.#look(), CHECK_INTERVAL_MS).unref();
  }

  watch(arrival: IncomingTransfer): void {
    this.#arriving.add(arrival);
  }

  unwatch(arrival: IncomingTransfer): void {
    this.#arriving.delete(arrival);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const arrival of this.#arriving) {
      if (isTooSlow(arrival.received, now - arrival.startedAt, this.#rule)) arrival.abort();
    }
  }
}
