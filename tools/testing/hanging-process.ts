// Makes processes fail instead of hanging if their tests are done but something keeps them alive.

const EXIT_TIMEOUT_MS = 30_000;

/**
 * Ends this process with a failure if it does not end on its own. `suspects` returns the files that may have left
 * something behind.
 */
export function failIfHanging(suspects: () => readonly string[]): void {
  const timer = setTimeout(() => {
    const left = process.getActiveResourcesInfo().join(", ");
    const by = suspects().join(", ");
    console.error(`${by}: tests are done since ${EXIT_TIMEOUT_MS / 1000} s, but kept alive by ${left}`);
    process.exit(1);
  }, EXIT_TIMEOUT_MS);
  timer.unref(); // the timer must not keep the process alive itself
}

/** Number of active resources in this process when each of its files was done. */
export class ResourceCounts {
  readonly #counts: { file: string; alive: number }[] = [];

  record(file: string): void {
    this.#counts.push({ file, alive: process.getActiveResourcesInfo().length });
  }

  /** The files after which there were more active resources than before, and permanently so. */
  get suspects(): string[] {
    const grew = ({ alive }: { alive: number }, index: number) => {
      const before = this.#counts[index - 1]?.alive ?? 0;
      return alive > before && this.#counts.slice(index).every((later) => later.alive > before);
    };
    return this.#counts.filter(grew).map(({ file }) => file);
  }
}
