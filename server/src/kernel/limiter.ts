/**
 * Lets only so many tasks run at once. The others wait in the order in which they came, but those of each owner one after
 * the other, so that one owner of many tasks does not hold up everybody.
 */
export class Limiter<Owner = number> {
  readonly #most: number;
  readonly #owners = new Map<Owner, (() => void)[]>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    await this.#turnOf(owner);
    await this.#slot();
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
      const next = this.#owners.get(owner)?.shift();
      if (next) next();
      else this.#owners.delete(owner);
    }
  }

  #turnOf(owner: Owner): Promise<void> | undefined {
    const queue = this.#owners.get(owner);
    if (queue) return new Promise((resolve) => queue.push(resolve));
    this.#owners.set(owner, []);
    return undefined;
  }

  async #slot(): Promise<void> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }
}
