/** Counts what each owner has of something, up to a number. */
export class Quotas {
  readonly #quotas = new Map<string, Quota>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one more for the owner, to be left once; undefined if there is none left. */
  take(owner: string): Quota | undefined {
    const quota = this.#quotas.get(owner) ?? new Quota(() => this.#quotas.delete(owner));
    if (quota.taken >= this.#most) return undefined;
    this.#quotas.set(owner, quota);
    quota.taken += 1;
    return quota;
  }
}

/** What one owner has. All that is taken for it hold the same. */
export class Quota {
  readonly #whenEmpty: () => void;
  taken = 0;

  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty;
  }

  leave(): void {
    this.taken -= 1;
    if (this.taken === 0) this.#whenEmpty();
  }
}
