// Runs test files once with Node's test runner, in processes of ours, and returns their results.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { createTestPlan, type PlanOptions } from "./test-plan.ts";
import { resultsFile, writeExpectations } from "./reporter.ts";
import { hasPassed, type Failure, type FileResult, type Results } from "./results.ts";
import type { StopSignal } from "./stop-signal.ts";

/** Timeout after which a test counts as hanging, in milliseconds. */
const TEST_TIMEOUT_MS = 600_000;
/** Module that speeds up loading, for servers and for tests. */
const QUICK_LOADING = join(root, "cli", "quick-loading.mjs");
const [LIGHT_HOOKS, OWN_PROCESS, CHEAP_HASHES, REPORTER] = [
  "lightweight-async-hooks.ts",
  "own-process.ts",
  "cheap-password-hashes.ts",
  "reporter.ts",
].map((name) => join(root, "tools", "testing", name)) as [string, string, string, string];
/** Node's compile cache, for all processes of the run and those that they start. */
const COMPILE_CACHE = join(root, "node_modules", ".cache", "compiled");
/**
 * Most memory that tests allocate becomes garbage immediately. With a young generation four times as large as by
 * default, and large from the start, it is collected less often. The old generation is first collected long after the
 * server's modules were loaded.
 */
const HEAP_OPTIONS = ["--max-semi-space-size=64", "--min-semi-space-size=32", "--initial-old-space-size=256"];
/** Most code runs only a few times. It is compiled well sooner if V8 observes it from its first call on. */
const FEEDBACK_OPTION = "--no-lazy-feedback-allocation";

export interface RunOptions extends PlanOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: StopSignal;
}

export interface TestRun extends Results {
  readonly passed: boolean;
  /** Files that did not finish, each with the reason. They are also among the results. */
  readonly unfinished: readonly string[];
}

const RUNNER_FAILURE: Failure = {
  test: "(the test runner)",
  location: "tools/testing/run-files.ts",
  error: "Node's test runner failed, though all tests passed",
};

/** Runs the files and shows their results as they are received. */
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
  // A run within a test is independent of it.
  const { NODE_TEST_CONTEXT: _, ...ownEnv } = process.env;
  return spawn(process.execPath, ["--test", ...options, ...flags, ...entries], {
    cwd: root,
    stdio: "inherit",
    env: { ...ownEnv, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
}

/** Reads the results that our reporter wrote. Empty if another reporter was requested, or if the run was stopped. */
function readResults(scratch: string): Results {
  const path = resultsFile(scratch);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Results) : { files: [], processFailures: [] };
}

/** Counts files that did not finish as failures. They explain why the process that ran them failed. */
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
