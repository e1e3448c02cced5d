import type { Bucket } from "./bucket.ts";

/** Spending under a rule, as the time that it takes to recover, in seconds. */
export interface Spending {
  /** Identifies the caller and the rule. All processes use the same name. */
  readonly name: string;
  readonly seconds: number;
}

/** A store in which processes add up the spending of their callers. */
export interface SharedSpending {
  /** Adds spending. Resolves with the time until each bucket is full again, in seconds, in the order of `spending`. */
  add(spending: readonly Spending[]): Promise<readonly number[]>;
}

/** Share of a bucket's capacity that a process may spend before it must report the spending. */
const REPORT_SHARE = 0.1;
/**
 * Maximum time for which a request waits for a report, in milliseconds. Only callers with very many concurrent requests
 * have to wait.
 */
export const SHARE_TIMEOUT_MS = 5000;
/** Time for which a process counts alone after a failed report, in milliseconds. */
const RETRY_DELAY_MS = 500;

/**
 * Shares the buckets of this process with other processes. Each process counts alone at first, and reports its spending
 * to the store when it has reached half of a share (`REPORT_SHARE`) of a bucket's capacity, for many buckets at once
 * and without stopping requests. The store's response contains the spending of all processes. So together, the
 * processes exceed a rule by at most one share each. A caller has to wait only if it spends another share while a
 * report is in progress. If the store cannot be reached, each process counts alone.
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

  /** Returns whether a bucket's spending must be reported before the given cost may be spent. */
  mustShare({ rules, unreported, reporting }: Bucket, cost: number): boolean {
    const pending = unreported + reporting;
    return pending > 0 && pending + cost > reportThreshold(rules) && !this.#isAlone;
  }

  /** Must be called after spending. Reports the spending when it reaches half a share. */
  recordSpending(name: string, bucket: Bucket): void {
    if (bucket.unreported < reportThreshold(bucket.rules) / 2) return;
    this.#pending.set(name, bucket);
    void this.#start();
  }

  /**
   * Reports a bucket's spending. Resolves when it has been reported, or when the store does not respond in time. Never
   * rejects.
   */
  async share(name: string, bucket: Bucket): Promise<void> {
    if (bucket.unreported > 0) this.#pending.set(name, bucket);
    const shared = this.#sharing && bucket.unreported > 0 ? this.#sharing.then(() => this.#sharing) : this.#start();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#isLate = true;
      resolve();
    }, SHARE_TIMEOUT_MS);
    await Promise.race([shared, late]);
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
    // Waits for the end of this turn, to include the spending of other requests.
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

/**
 * Returns the spending that must not be exceeded without a report: a share of the lowest capacity, but at least one
 * request, so that rules with a low capacity do not make requests wait.
 */
const reportThreshold = (rules: Bucket["rules"]): number =>
  Math.max(1, Math.min(...rules.map(({ capacity }) => capacity)) * REPORT_SHARE);
