// Chooses which of the affected tests `npm test -- --changed` runs, so that it finishes in less than a minute.
import type { AffectedTest } from "./affected-tests.ts";

/** Expected seconds of all chosen tests, in addition to the start of the database and of the processes. */
const MAX_SECONDS = 40;
/** Estimate for a file that was never measured. */
const UNKNOWN_SECONDS = 3;

export interface TestChoice {
  readonly chosen: readonly { readonly file: string; readonly reason: string }[];
  /** Affected files that do not fit into the time. */
  readonly skipped: readonly string[];
  /** Affected files that are slow and were not changed themselves. */
  readonly slow: readonly string[];
}

interface ChoiceOptions {
  readonly smokeTests: readonly string[];
  readonly isSlow: (file: string) => boolean;
  readonly durations: ReadonlyMap<string, number>;
  readonly processes: number;
}

/** Chooses the smoke tests, the changed tests, and the nearest of the others that fit into the time. */
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
