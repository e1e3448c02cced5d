// Ends a process with a failure if its tests are done but something keeps the process running.

const EXIT_TIMEOUT_MS = 30_000;

/**
 * Ends this process with a failure unless it ends by itself within the timeout. `suspects` returns the test files that
 * may have left a resource open.
 */
export function failIfHanging(suspects: () => readonly string[]): void {
  const timer = setTimeout(() => {
    const left = process.getActiveResourcesInfo().join(", ");
    const by = suspects().join(", ");
    console.error(`${by}: tests are done since ${EXIT_TIMEOUT_MS / 1000} s, but kept alive by ${left}`);
    process.exit(1);
  }, EXIT_TIMEOUT_MS);
  timer.unref(); // the timer itself must not keep the process running
}

/** The number of resources that were open in this process after each test file. */
export class ResourceCounts {
  readonly #counts: { file: string; alive: number }[] = [];

  record(file: string): void {
    this.#counts.push({ file, alive: process.getActiveResourcesInfo().length });
  }

  /** The files after which more resources were open than before, and remained open. */
  get suspects(): string[] {
    const grew = ({ alive }: { alive: number }, index: number) => {
      const before = this.#counts[index - 1]?.alive ?? 0;
      return alive > before && this.#counts.slice(index).every((later) => later.alive > before);
    };
    return this.#counts.filter(grew).map(({ file }) => file);
  }
}
