import type { Bucket } from "./bucket.ts";

/** Spending under one rule, as the time in which it recovers, in seconds. */
export interface Spending {
  /** Identifies the caller and the rule, with the same name in all processes. */
  readonly name: string;
  readonly seconds: number;
}

/** A store in which processes add up their spending. */
export interface SharedSpending {
  /** Adds spending. Resolves with the times until each bucket is full again, in the same order, in seconds. */
  add(spending: readonly Spending[]): Promise<readonly number[]>;
}

/** Share of a bucket that a process may spend before it reports it. */
const REPORT_SHARE = 0.1;
/** Time that a request waits for a report. Only a caller with very many requests at the same time must wait. */
export const SHARE_TIMEOUT_MS = 5000;
/** Time for which a process counts alone after a failed report. */
const RETRY_DELAY_MS = 500;

/**
 * Shares the buckets of one process with the others. A process counts alone and reports its spending in shares, for
 * many buckets together and while requests continue; the response contains the spending of all. So the processes
 * together exceed a rule by at most one share each. Only a caller who spends a whole share during a report must wait
 * for the response. If the store cannot be reached, each process counts alone.
 */
export class SharedBuckets {
  readonly #store: SharedSpending;
  readonly #now: () => number;
  readonly #pending = new Map<string, Bucket>();
  #sharing: Promise<void> | undefined;
  #aloneUntil = 0;
  #isLate = false;

  constructor(store: SharedSpending, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Whether spending must be reported before the given cost may be spent. */
  mustShare({ rules, unreported, reporting }: Bucket, cost: number): boolean {
    const pending = unreported + reporting;
    return pending > 0 && pending + cost > reportThreshold(rules) && !this.#isAlone;
  }

  /** Must be called after spending. Reports it when it reaches half a share. */
  recordSpending(name: string, bucket: Bucket): void {
    if (bucket.unreported < reportThreshold(bucket.rules) / 2) return;
    this.#pending.set(name, bucket);
    void this.#start();
  }

  /** Resolves when a bucket's spending so far has been reported, or the store cannot be reached soon. Never rejects. */
  async share(name: string, bucket: Bucket): Promise<void> {
    if (bucket.unreported > 0) this.#pending.set(name, bucket);
    const told = this.#sharing && bucket.unreported > 0 ? this.#sharing.then(() => this.#sharing) : this.#start();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#isLate = true;
      resolve();
    }, SHARE_TIMEOUT_MS);
    await Promise.race([told, late]);
    clearTimeout(timer);
  }

  get #isAlone(): boolean {
    return this.#isLate || performance.now() < this.#aloneUntil;
  }

  #start(): Promise<void> {
    this.#sharing ??= this.#shareAll();
    return this.#sharing;
  }

  async #shareAll(): Promise<void> {
    // Includes the spending of other requests in this turn.
    await new Promise((resolve) => setImmediate(resolve));
    const buckets = [...this.#pending];
    this.#pending.clear();
    if (!this.#isAlone) await this.#exchange(buckets);
    this.#sharing = undefined;
    this.#isLate = false;
    if (this.#pending.size > 0) void this.#start();
  }

  async #exchange(buckets: readonly (readonly [string, Bucket])[]): Promise<void> {
    const spending = buckets.flatMap(([name, bucket]) => {
      const seconds = bucket.recoverySeconds(bucket.unreported, this.#now());
      bucket.reporting = bucket.unreported;
      bucket.unreported = 0;
      return bucket.rules.map((rule, index) => ({
        name: `${name} ${rule.seconds}:${rule.capacity}`,
        seconds: seconds[index] ?? 0,
      }));
    });
    try {
      const fullIn = [...(await this.#store.add(spending))];
      for (const [, bucket] of buckets) bucket.adopt(fullIn.splice(0, bucket.rules.length), this.#now());
    } catch {
      this.#aloneUntil = performance.now() + RETRY_DELAY_MS;
      for (const [, bucket] of buckets) bucket.unreported += bucket.reporting;
    }
    for (const [, bucket] of buckets) bucket.reporting = 0;
  }
}

/** At least one request, so that rules with a low capacity do not make requests wait. */
const reportThreshold = (rules: Bucket["rules"]): number =>
  Math.max(1, Math.min(...rules.map(({ capacity }) => capacity)) * REPORT_SHARE);
