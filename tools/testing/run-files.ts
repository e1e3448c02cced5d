// Runs test files once with Node's test runner, and returns their results. The files are distributed among processes by
// our own plan instead of Node's.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { createTestPlan, type PlanOptions } from "./test-plan.ts";
import { resultsFile, writeExpectations } from "./reporter.ts";
import { hasPassed, type Failure, type FileResult, type Results } from "./results.ts";
import type { StopSignal } from "./stop-signal.ts";

/** Time in milliseconds after which a test counts as hanging. */
const TEST_TIMEOUT_MS = 600_000;
/** A module that makes loading faster. Servers and tests use it. */
const QUICK_LOADING = join(root, "cli", "quick-loading.mjs");
const [LIGHT_HOOKS, OWN_PROCESS, CHEAP_HASHES, REPORTER] = [
  "lightweight-async-hooks.ts",
  "own-process.ts",
  "cheap-password-hashes.ts",
  "reporter.ts",
].map((name) => join(root, "tools", "testing", name)) as [string, string, string, string];
/** Folder of Node's compile cache, for all processes of the run and the processes that they start. */
const COMPILE_CACHE = join(root, "node_modules", ".cache", "compiled");
/**
 * Sizes of V8's heap. Most memory that tests allocate becomes garbage at once. The young generation is four times as
 * large as the default, and large from the start, so that garbage is collected less often. The old generation is
 * collected for the first time long after the server's modules have been loaded.
 */
const HEAP_OPTIONS = ["--max-semi-space-size=64", "--min-semi-space-size=32", "--initial-old-space-size=256"];
/**
 * Makes V8 collect type feedback from the first call of a function. Most functions are called only a few times; with
 * this option, they are optimized sooner.
 */
const FEEDBACK_OPTION = "--no-lazy-feedback-allocation";

export interface RunOptions extends PlanOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: StopSignal;
}

export interface TestRun extends Results {
  readonly passed: boolean;
  /** Files that are not done, each with the reason. They also appear in the results, as failures. */
  readonly unfinished: readonly string[];
}

const RUNNER_FAILURE: Failure = {
  test: "(the test runner)",
  location: "tools/testing/run-files.ts",
  error: "Node's test runner failed, though all tests passed",
};

/** Runs the files, and shows their results while they run. */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<TestRun> {
  const { flags, scratch, processes, durations, env, stop } = options;
  const { entries, shared } = createTestPlan(files, options);
  const expected = files.map((file) => ({ file, seconds: durations.get(file) }));
  writeExpectations(scratch, {
    processes,
    files: expected.map(({ file, seconds }) => ({ file, ...(seconds !== undefined && { seconds }) })),
  });
  const succeeded = await stop.waitForExit(
    startRunner(entries, { flags, processes, env: { ...env, PARLANCE_TEST_QUEUE: scratch } }),
  );
  const { unfinished, seconds } = shared;
  const results = withUnfinished(readResults(scratch), unfinished);
  const isUnexplained = !succeeded && hasPassed(results) && existsSync(resultsFile(scratch));
  return {
    files: results.files.map((result) => ({ ...result, seconds: seconds.get(result.file) ?? result.seconds })),
    processFailures: isUnexplained ? [RUNNER_FAILURE] : results.processFailures,
    passed: succeeded && hasPassed(results),
    unfinished: unfinished.map(({ file, reason }) => `${file}: ${reason}`),
  };
}

function startRunner(
  entries: readonly string[],
  { flags, processes, env }: { flags: readonly string[]; processes: number; env: Record<string, string> },
): ChildProcess {
  const ours = [`--test-reporter=${REPORTER}`, "--test-reporter-destination=stdout"];
  const hasReporter = flags.some((flag) => flag.startsWith("--test-reporter"));
  const options = [
    ...HEAP_OPTIONS,
    FEEDBACK_OPTION,
    `--test-concurrency=${processes}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    `--import=${QUICK_LOADING}`,
    `--import=${LIGHT_HOOKS}`,
    `--import=${OWN_PROCESS}`,
    `--import=${CHEAP_HASHES}`,
    ...(hasReporter ? [] : ours),
  ];
  // Without this variable, a run that is started by a test does not count as part of the test.
  const { NODE_TEST_CONTEXT: _, ...ownEnv } = process.env;
  return spawn(process.execPath, ["--test", ...options, ...flags, ...entries], {
    cwd: root,
    stdio: "inherit",
    env: { ...ownEnv, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
}

/** Reads the results that our reporter has written. Empty if another reporter was used, or if the run was stopped. */
function readResults(scratch: string): Results {
  const path = resultsFile(scratch);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Results) : { files: [], processFailures: [] };
}

/**
 * Adds files that are not done as failures. The failures of processes are removed, because the unfinished files explain
 * them.
 */
function withUnfinished(results: Results, unfinished: readonly { file: string; reason: string }[]): Results {
  if (unfinished.length === 0) return results;
  const failed = unfinished.map(({ file, reason }): FileResult => ({
    file,
    seconds: 0,
    counts: { tests: 1, suites: 0, passed: 0, failed: 1, cancelled: 0, skipped: 0, todo: 0 },
    failures: [{ test: "(the whole file)", location: file, error: reason }],
  }));
  return { files: [...results.files, ...failed], processFailures: [] };
}
