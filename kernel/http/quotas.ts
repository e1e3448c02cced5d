/** Counts what each owner has of something, up to a number. */
export class Quotas {
  readonly #quotas = new Map<string, Quota>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one more for the owner, to be left once; undefined if there is none left. */
  acquire(owner: string): Quota | undefined {
    const quota = this.#quotas.get(owner) ?? new Quota(() => this.#quotas.delete(owner));
    if (quota.used >= this.#most) return undefined;
    this.#quotas.set(owner, quota);
    quota.used += 1;
    return quota;
  }
}

/** What one owner has. All that is taken for it hold the same. */
export class Quota {
  readonly #whenEmpty: () => void;
  used = 0;

  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty;
  }

  release(): void {
    this.used -= 1;
    if (this.used === 0) this.#whenEmpty();
  }
}
