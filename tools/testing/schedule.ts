// How far a run has come, and how much time it needs for what is left.

export interface Expectations {
  /** The files of the run. Seconds are missing where no earlier run measured them. */
  readonly files: readonly { readonly file: string; readonly seconds?: number }[];
  /** Processes that run them side by side. */
  readonly processes: number;
}

export class Schedule {
  readonly #waiting: Map<string, number | undefined>;
  readonly #expectations: Expectations;
  readonly #began: number;

  /** `now` and other times are in milliseconds. */
  constructor(expectations: Expectations, now: number) {
    this.#expectations = expectations;
    this.#waiting = new Map(expectations.files.map(({ file, seconds }) => [file, seconds]));
    this.#began = now;
  }

  /** Notes that a file is done. The time left is unknown after the last one. */
  finish(file: string, now: number): { done: number; all: number; secondsLeft: number | undefined } {
    this.#waiting.delete(file);
    const all = this.#expectations.files.length;
    return { done: all - this.#waiting.size, all, secondsLeft: this.#secondsLeft(now) };
  }

  /**
   * From the known durations of the files that are left; a file without one is taken to be like those that are done. What the
   * running files have done already is not known, so the estimate is a little too long.
   */
  #secondsLeft(now: number): number | undefined {
    const { files, processes } = this.#expectations;
    if (this.#waiting.size === 0) return undefined;
    const elapsed = (now - this.#began) / 1000;
    const perFile = elapsed / Math.max(1, files.length - this.#waiting.size);
    const times = [...this.#waiting.values()].map((seconds) =>
      seconds === undefined ? perFile : seconds / Math.min(processes, files.length),
    );
    return times.reduce((sum, time) => sum + time, 0);
  }
}
