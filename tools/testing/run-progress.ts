// Tracks the progress of a run, and estimates the time left.

export interface RunExpectations {
  /** The files of the run. Seconds are missing if no earlier run measured them. */
  readonly files: readonly { readonly file: string; readonly seconds?: number }[];
  /** Number of processes that run them in parallel. */
  readonly processes: number;
}

/** Estimated duration of a file that was never measured, until enough of those are done. Long files are known. */
const UNMEASURED_SECONDS = 1.5;
const MIN_MEASURED_FILES = 10;

export class RunProgress {
  readonly #remaining: Map<string, number | undefined>;
  readonly #expectations: RunExpectations;
  readonly #startedAt: number;
  #measuredSeconds = 0;
  #unmeasured = 0;

  /** `now` and other times are in milliseconds. */
  constructor(expectations: RunExpectations, now: number) {
    this.#expectations = expectations;
    this.#remaining = new Map(expectations.files.map(({ file, seconds }) => [file, seconds]));
    this.#startedAt = now;
  }

  /** Records that a file is done. The time left is undefined after the last one. */
  finish(file: string, now: number): { done: number; all: number; secondsLeft: number | undefined } {
    const seconds = this.#remaining.get(file);
    if (seconds !== undefined) this.#measuredSeconds += seconds;
    else if (this.#remaining.has(file)) this.#unmeasured += 1;
    this.#remaining.delete(file);
    const all = this.#expectations.files.length;
    return { done: all - this.#remaining.size, all, secondsLeft: this.#secondsLeft(now) };
  }

  /**
   * Estimates the time left from the known durations of the remaining files. Files without one are assumed to be like
   * the finished ones without one. The progress of running files is unknown, so the estimate is a little too long.
   */
  #secondsLeft(now: number): number | undefined {
    const { files } = this.#expectations;
    if (this.#remaining.size === 0) return undefined;
    const processes = Math.min(this.#expectations.processes, files.length);
    const elapsed = (now - this.#startedAt) / 1000;
    const rest = Math.max(0, elapsed - this.#measuredSeconds / processes);
    const unmeasured = this.#unmeasured < MIN_MEASURED_FILES ? UNMEASURED_SECONDS / processes : rest / this.#unmeasured;
    const times = [...this.#remaining.values()].map((seconds) =>
      seconds === undefined ? unmeasured : seconds / processes,
    );
    return times.reduce((sum, time) => sum + time, 0);
  }
}
