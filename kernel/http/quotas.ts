/** Counts each owner's uses of a resource, and limits their number. */
export class Quotas {
  readonly #quotas = new Map<string, Quota>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Acquires a use for the owner. It must be released once. Returns undefined if the owner has reached the limit. */
  acquire(owner: string): Quota | undefined {
    const quota = this.#quotas.get(owner) ?? new Quota(() => this.#quotas.delete(owner));
    if (quota.used >= this.#limit) return undefined;
    this.#quotas.set(owner, quota);
    quota.used += 1;
    return quota;
  }
}

/** The number of uses of one owner. All uses of the owner share this object. */
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
