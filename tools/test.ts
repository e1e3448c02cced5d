// `npm test`: runs the tests with Node's test runner, and one database server for all of them. Requests and responses
// in the tests are checked against the specification of the API. Described in HELP.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "./bootstrap/pack.mjs";
import { buildWebClient } from "./bootstrap/web.mjs";
import { listFiles } from "./source-files.ts";
import { root } from "./paths.ts";
import { parseArguments, type TestArguments } from "./testing/test-arguments.ts";
import { selectChanged } from "./testing/changed/select-changed.ts";
import { readDurations, storeDurations } from "./testing/durations.ts";
import { countProcesses, startsProgram } from "./testing/test-plan.ts";
import { isFilePassed } from "./testing/results.ts";
import { retryFailed } from "./testing/retry.ts";
import { runFiles } from "./testing/run-files.ts";
import { StopSignal } from "./testing/stop-signal.ts";
import { summarize } from "./testing/summary.ts";
import { validateTraffic } from "./testing/validate-traffic.ts";

const HELP = `usage: npm test [-- <option>… <file, folder or glob>…]

Runs the named tests, or all except slow files (with a line "// Slow: why"):
  npm test -- kernel
  npm test -- --test-name-pattern="reaches the sender"

  --slow               runs slow files, and no others
  --changed            runs the tests that your changes can affect, in less than a minute
  --base=<revision>    with --changed: what changed since this revision, instead of HEAD
  --retry              runs a failed file once more, alone; for .ci/run

Other options are those of Node's test runner (node --help), written with "=". Property tests have the same few cases in each
run; npm run explore gives them more and new ones. Ends with counts (# tests …), exit status 0 if all passed.`;

/** Resources that the test kit creates once for all test processes. */
interface TestEnvironment {
  env: Record<string, string>;
  teardown(): Promise<void>;
}

async function setUp(): Promise<TestEnvironment> {
  const file = join(root, "testkit", "global-setup.ts");
  if (!existsSync(file)) return { env: {}, teardown: async () => {} };
  const testkit = (await import(file)) as { setup(): Promise<TestEnvironment> };
  return testkit.setup();
}

async function runTests(files: readonly string[], { flags, retry }: TestArguments, stop: StopSignal): Promise<boolean> {
  const began = performance.now();
  // All servers serve the web client, and tests with a browser use it.
  const made = Promise.all([
    buildWebClient(root, process.execPath),
    files.some(startsProgram) && pack(root, process.execPath),
  ]);
  const surroundings = await setUp();
  const scratch = mkdtempSync(join(tmpdir(), "parlance-tests-"));
  let shouldRetainScratch = false;
  try {
    await made;
    const traffic = surroundings.env.PARLANCE_TRAFFIC_DIR ?? process.env.PARLANCE_TRAFFIC_DIR ?? scratch;
    const env = { ...surroundings.env, PARLANCE_TRAFFIC_DIR: traffic };
    const processes = countProcesses(files);
    const options = { flags, env, scratch, processes, durations: readDurations(), stop };
    const first = await runFiles(files, options);
    if (stop.signal !== undefined) return false;
    if (flags.length === 0) storeDurations(first.files.filter(isFilePassed));
    const run = retry ? await retryFailed(first, options) : first;
    if (stop.signal !== undefined) return false;
    const { ok, report } = validateTraffic(traffic);
    shouldRetainScratch = !ok;
    console.log(report);
    console.log(summarize(run, performance.now() - began));
    return ok && run.passed;
  } finally {
    await surroundings.teardown();
    if (!shouldRetainScratch) rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the test files to run. If they cannot be selected, returns an error message. */
function selectFiles(parsed: TestArguments): readonly string[] | string {
  if (parsed.changed === undefined) return parsed.files;
  try {
    const { files, report } = selectChanged(parsed.changed, {
      durations: readDurations(),
      processes: countProcesses([]),
    });
    console.log(report);
    return files;
  } catch (error) {
    return String(error);
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const parsed = parseArguments(args, listFiles());
  const files = typeof parsed === "string" ? parsed : selectFiles(parsed);
  if (typeof parsed === "string" || typeof files === "string") {
    console.error(`${String(files)}\n\n${HELP}`);
    return 2;
  }
  const stop = new StopSignal();
  stop.listen();
  const passed = await runTests(files, parsed, stop);
  if (stop.signal !== undefined) return 128 + constants.signals[stop.signal];
  return passed ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
