// Formats the end of a run's output: the slowest files, the failures, and the counts, which continuous integration
// reads.
import { closingCounts, isFilePassed, sumOfCounts } from "./results.ts";
import type { TestRun } from "./run-files.ts";

const SLOWEST_FILE_COUNT = 20;

/**
 * Formats the summary of a run that took `milliseconds`. If another reporter was used, only the files that are not done
 * are known: the summary covers these, and is empty if there are none.
 */
export function summarize({ files, processFailures, unfinished }: TestRun, milliseconds: number): string {
  if (files.length + processFailures.length === 0) return unfinished.join("\n");
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILE_COUNT);
  const failures = [
    ...files
      .filter((result) => !isFilePassed(result))
      .flatMap(({ file, failures: own }) => own.map(({ test, location }) => `${file} > ${test} (${location})`)),
    ...processFailures.map(({ test, error }) => `${test}: ${error}`),
  ];
  const counts = sumOfCounts(files);
  counts.tests += processFailures.length;
  counts.failed += processFailures.length;
  return [
    "\nslowest files:",
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    ...(failures.length > 0 ? ["\nfailed:", ...failures.map((line) => `  ${line}`)] : []),
    "",
    closingCounts(counts, milliseconds),
  ].join("\n");
}
