/** Counts each owner's uses of a resource, up to a maximum. */
export class Quotas {
  readonly #quotas = new Map<string, Quota>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Acquires one more use for the owner, which must be released once. Undefined if none is left. */
  acquire(owner: string): Quota | undefined {
    const quota = this.#quotas.get(owner) ?? new Quota(() => this.#quotas.delete(owner));
    if (quota.used >= this.#most) return undefined;
    this.#quotas.set(owner, quota);
    quota.used += 1;
    return quota;
  }
}

/** The uses of one owner. All of its uses share this object. */
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
