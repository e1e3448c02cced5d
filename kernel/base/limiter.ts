/**
 * Limits the number of concurrent tasks. The tasks of each owner run one after the other, and only the first of them is
 * in the queue for a free slot, so an owner with many tasks does not delay all other owners.
 */
export class Limiter<Owner = number> {
  readonly #limit: number;
  readonly #owners = new Map<Owner, (() => void)[]>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(owner);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits until the owner may run a task. Resolves with a function that must be called once when the task is done. */
  async acquire(owner: Owner): Promise<() => void> {
    await this.#turnOf(owner);
    await this.#slot();
    return () => this.#release(owner);
  }

  #turnOf(owner: Owner): Promise<void> | undefined {
    const queue = this.#owners.get(owner);
    if (queue) return new Promise((resolve) => queue.push(resolve));
    this.#owners.set(owner, []);
    return undefined;
  }

  #slot(): Promise<void> | undefined {
    if (this.#running >= this.#limit) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    return undefined;
  }

  /**
   * Passes the slot on to the task that has waited for a slot the longest. The owner's next task goes to the end of
   * that queue.
   */
  #release(owner: Owner): void {
    const first = this.#waiting.shift();
    if (first) first();
    else this.#running -= 1;
    const next = this.#owners.get(owner)?.shift();
    if (next) next();
    else this.#owners.delete(owner);
  }
}
