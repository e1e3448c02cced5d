import type { Bucket } from "./bucket.ts";

/** What was spent of one rule, as the time in which it is won back, in seconds. */
export interface Spending {
  /** Names caller and rule, alike on all processes. */
  readonly name: string;
  readonly seconds: number;
}

/** Where processes put together what they have spent. */
export interface SharedSpending {
  /** Adds what was spent. Resolves with how long each takes now to be full again, in the same order, in seconds. */
  add(spending: readonly Spending[]): Promise<readonly number[]>;
}

/** How much of a bucket a process may spend before others know of it. */
const REPORT_SHARE = 0.1;
/** For how long a request waits until the others know; only a caller who asks for very much at once has to wait. */
export const SHARE_TIMEOUT_MS = 5000;
/** For how long a process does without the others when they could not be told. */
const RETRY_DELAY_MS = 500;

/**
 * Shares the buckets of one process with the others. A process spends on its own account and reports what it spent in
 * shares, for many buckets at once and while requests go on; the answer says what all have spent. So processes together
 * allow at most one share each above a rule. Only a caller who spends a whole share during a report has to wait for the
 * answer. If the store cannot be reached, each process counts alone.
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

  /** Whether others have to know before so much more may be spent. */
  mustShare({ rules, unreported, reporting }: Bucket, cost: number): boolean {
    const pending = unreported + reporting;
    return pending > 0 && pending + cost > reportThreshold(rules) && !this.#isAlone;
  }

  /** Call this when something was spent: tells the others when it is half a share. */
  recordSpending(name: string, bucket: Bucket): void {
    if (bucket.unreported < reportThreshold(bucket.rules) / 2) return;
    this.#pending.set(name, bucket);
    void this.#start();
  }

  /** Resolves when the others know what was spent of a bucket so far, or cannot be reached soon. Never rejects. */
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
    // What others of this turn spend goes along.
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

/** At least one request, so that rules for few of them make nobody wait. */
const reportThreshold = (rules: Bucket["rules"]): number =>
  Math.max(1, Math.min(...rules.map(({ capacity }) => capacity)) * REPORT_SHARE);
