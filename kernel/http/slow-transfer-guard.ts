/** Interval of the checks for slow senders, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;

/** A transfer that is being received. */
export interface IncomingTransfer {
  /** Start time, as returned by `performance.now()`. */
  readonly startedAt: number;
  /** Number of bytes received so far. */
  readonly received: number;
  /** Ends the transfer. */
  abort(): void;
}

/** Minimum speed of a transfer. */
export interface MinTransferRate {
  readonly bytesPerSecond: number;
  readonly graceSeconds: number;
}

/**
 * Returns whether a transfer is too slow: it has received fewer bytes than the minimum average speed requires after the
 * grace period.
 */
export const isTooSlow = (received: number, ms: number, { bytesPerSecond, graceSeconds }: MinTransferRate): boolean =>
  received < bytesPerSecond * (ms / 1000 - graceSeconds);

/**
 * Aborts transfers that are too slow. A single timer checks all transfers, because most are complete before the first
 * check. It runs while there are transfers.
 */
export class SlowTransferGuard {
  readonly #rule: MinTransferRate;
  readonly #transfers = new Set<IncomingTransfer>();
  #timer: NodeJS.Timeout | undefined;

  constructor(rule: MinTransferRate) {
    this.#rule = rule;
  }

  watch(transfer: IncomingTransfer): void {
    this.#transfers.add(transfer);
    this.#timer ??= setInterval(() => this.#look(), CHECK_INTERVAL_MS).unref();
  }

  unwatch(transfer: IncomingTransfer): void {
    this.#transfers.delete(transfer);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const transfer of this.#transfers) {
      if (isTooSlow(transfer.received, now - transfer.startedAt, this.#rule)) transfer.abort();
    }
    if (this.#transfers.size === 0) this.stop();
  }
}
