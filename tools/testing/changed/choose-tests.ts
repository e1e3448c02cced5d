// Selects the affected tests that `npm test -- --changed` runs, so that they take less than a minute.
import type { AffectedTest } from "./affected-tests.ts";

/**
 * Maximum expected time of the selected tests in seconds, without the time for starting the database and the processes.
 * Smoke tests and changed tests are selected even if they take longer.
 */
const MAX_SECONDS = 40;
/** Estimated time in seconds of a file that was never measured. */
const UNKNOWN_SECONDS = 3;

export interface TestChoice {
  readonly chosen: readonly { readonly file: string; readonly reason: string }[];
  /** Affected files that are not selected because they do not fit into the time. */
  readonly skipped: readonly string[];
  /** Affected files that are not selected because they are slow. They were not changed themselves. */
  readonly slow: readonly string[];
}

interface ChoiceOptions {
  readonly smokeTests: readonly string[];
  readonly isSlow: (file: string) => boolean;
  readonly durations: ReadonlyMap<string, number>;
  readonly processes: number;
}

/**
 * Selects the smoke tests, the changed tests, and as many of the other affected tests as fit into the time, the nearest
 * first.
 */
export function chooseTests(affected: readonly AffectedTest[], options: ChoiceOptions): TestChoice {
  const { smokeTests, isSlow, durations, processes } = options;
  const seconds = (file: string) => (durations.get(file) ?? UNKNOWN_SECONDS) / processes;
  const chosen = new Map(smokeTests.map((file) => [file, "smoke test"]));
  const skipped: string[] = [];
  const slow: string[] = [];
  let total = smokeTests.reduce((sum, file) => sum + seconds(file), 0);
  const ranked = affected.toSorted(
    (one, other) => one.distance - other.distance || seconds(one.file) - seconds(other.file),
  );
  for (const { file, distance, reason } of ranked) {
    const isNew = !chosen.has(file);
    const hasChanged = distance === 0;
    if (!hasChanged && isSlow(file)) slow.push(file);
    else if (!hasChanged && isNew && total + seconds(file) > MAX_SECONDS) skipped.push(file);
    else {
      if (isNew) total += seconds(file);
      chosen.set(file, reason);
    }
  }
  return { chosen: [...chosen].map(([file, reason]) => ({ file, reason })), skipped, slow };
}
