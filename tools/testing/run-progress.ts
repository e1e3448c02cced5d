// Keeps track of the progress of a run, and estimates the remaining time.

export interface RunExpectations {
  /** The files of the run. `seconds` is absent if no earlier run has measured the file. */
  readonly files: readonly { readonly file: string; readonly seconds?: number }[];
  /** Number of processes that run files in parallel. */
  readonly processes: number;
}

/**
 * Estimated duration in seconds of a file that was never measured. Used until enough such files are done. It is short,
 * because the durations of long files are always known: long-files.ts contains them.
 */
const UNMEASURED_SECONDS = 1.5;
const MIN_MEASURED_FILES = 10;

export class RunProgress {
  readonly #remaining: Map<string, number | undefined>;
  readonly #expectations: RunExpectations;
  readonly #startedAt: number;
  #measuredSeconds = 0;
  #unmeasured = 0;

  /** `now` is a time in milliseconds, here and below. */
  constructor(expectations: RunExpectations, now: number) {
    this.#expectations = expectations;
    this.#remaining = new Map(expectations.files.map(({ file, seconds }) => [file, seconds]));
    this.#startedAt = now;
  }

  /** Records that a file is done. Returns the progress. The remaining time is undefined after the last file. */
  finish(file: string, now: number): { done: number; all: number; secondsLeft: number | undefined } {
    const seconds = this.#remaining.get(file);
    if (seconds !== undefined) this.#measuredSeconds += seconds;
    else if (this.#remaining.has(file)) this.#unmeasured += 1;
    this.#remaining.delete(file);
    const all = this.#expectations.files.length;
    return { done: all - this.#remaining.size, all, secondsLeft: this.#secondsLeft(now) };
  }

  /**
   * Estimates the remaining time from the known durations of the remaining files. Remaining files that were never
   * measured are assumed to take as long as the finished ones that were never measured. The estimate is slightly too
   * high, because it contains the full durations of files that are running.
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
