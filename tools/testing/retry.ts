// In the gate (`.ci/run`), test files that failed are run again, alone, except crash tests and tests with random input.
// If a file then passes, it counts as passed and is listed as flaky.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addFlaky, describeFlaky, toFlakyFile, canRetry, MAX_FLAKY_FILES } from "./flaky-files.ts";
import { hasPassed, isFilePassed, type FileResult } from "./results.ts";
import { runFiles, type TestRun, type RunOptions } from "./run-files.ts";

/** If more files than this have failed, none is run again, because so many failures are not due to chance. */
const MAX_RETRIES = 10;

/**
 * Runs failed files again, one after the other, while no other test is running. Returns the final results. A file that
 * passes in the second attempt counts as passed, unless the gate has now found more flaky files than it accepts.
 * @param flakyFile path of the list to which all steps of the gate add their flaky files
 */
export async function retryFailed(run: TestRun, options: RunOptions, flakyFile?: string): Promise<TestRun> {
  const failed = run.files.filter((result) => !isFilePassed(result));
  const retried = failed.length > MAX_RETRIES ? [] : failed.filter(({ file }) => canRetry(file));
  const second = new Map<string, FileResult>();
  for (const [index, { file }] of retried.entries()) {
    console.log(`\n=== once more, alone: ${file}`);
    const result = await runAlone(file, options, join(options.scratch, `retry-${index}`));
    if (result !== undefined) second.set(file, result);
  }
  const flaky = retried.filter(({ file }) => {
    const result = second.get(file);
    return result !== undefined && isFilePassed(result);
  });
  if (flaky.length > 0) {
    const all = addFlaky(flaky.map(toFlakyFile), flakyFile);
    console.log(`\n${describeFlaky(all)}`);
    if (all.length > MAX_FLAKY_FILES) {
      console.log(`${all.length} flaky files fail the gate, which accepts ${MAX_FLAKY_FILES}`);
      for (const { file } of flaky) second.delete(file);
    }
  }
  return second.size === 0 ? run : withSecond(run, second);
}

async function runAlone(file: string, options: RunOptions, scratch: string): Promise<FileResult | undefined> {
  mkdirSync(scratch);
  const { files } = await runFiles([file], { ...options, scratch, processes: 1 });
  return files.find((result) => result.file === file);
}

function withSecond(run: TestRun, second: ReadonlyMap<string, FileResult>): TestRun {
  const files = run.files.map((result) => second.get(result.file) ?? result);
  const isFinal = (line: string) => [...second.keys()].some((file) => line.startsWith(`${file}: `));
  return {
    ...run,
    files,
    unfinished: run.unfinished.filter((line) => !isFinal(line)),
    passed: hasPassed({ ...run, files }),
  };
}
