// `npm test`: Node's test runner over our tests, with a database server for all of them, and their traffic held against the
// wire contract. See HELP.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { whenParentDies } from "@parlance/server/stop-signal.ts";
import { pack } from "./bootstrap/pack.mjs";
import { buildWebClient } from "./bootstrap/web.mjs";
import { listFiles } from "./files.ts";
import { root } from "./paths.ts";
import { plan, PROCESSES, startsServers } from "./testing/plan.ts";
import { select } from "./testing/selection.ts";
import { validateTraffic } from "./testing/traffic.ts";

const HELP = `usage: npm test [-- <option>… <file, folder or glob>…]

Runs the tests, all or the named ones:
  npm test -- server/src/kernel
  npm test -- --test-name-pattern="reaches the sender"

Options are those of Node's test runner (node --help), written with "=". Tests of what chance gives them try the same few
cases in each run, and files that take long by nature ("// Slow: why") run only where they, or a folder of theirs,
are named. With PARLANCE_TEST_LENGTH=full everything runs, and what chance gives is much, and other each time, from a seed
that is told. Ends with counts (# tests …), exit status 0 if all passed.`;

/** A test that is not done after so long hangs. */
const TEST_TIMEOUT_MS = 600_000;
/** What makes loading quick for servers, for tests as well. */
const QUICK_LOADING = join(root, "cli", "quick-loading.mjs");
const LIGHT_HOOKS = join(root, "tools", "testing", "light-hooks.ts");
const OWN_PROCESS = join(root, "tools", "testing", "own-process.ts");
const COUNTS_REPORTER = join(root, "tools", "testing", "counts-reporter.ts");
/** What Node has read before, for all processes of the run and those that they start. */
const COMPILED = join(root, "node_modules", ".cache", "compiled");
/** Most of what tests make is garbage at once: with four times the usual room for what is new, it is swept less often. */
const ROOM_FOR_NEW = "--max-semi-space-size=64";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What the test kit may set up once for all test processes. */
interface Surroundings {
  env: Record<string, string>;
  teardown(): Promise<void>;
}

async function setUp(): Promise<Surroundings> {
  const file = join(root, "testkit", "global-setup.ts");
  if (!existsSync(file)) return { env: {}, teardown: async () => {} };
  const testkit = (await import(file)) as { setup(): Promise<Surroundings> };
  return testkit.setup();
}

/** The first signal that asked us to stop, and those who want to hear of it. */
class Stop {
  signal: NodeJS.Signals | undefined;
  #child: ChildProcess | undefined;

  /** From here on signals wait for the child to end, so that what was set up is always torn down. */
  listen(): void {
    const stop = (signal: NodeJS.Signals) => {
      this.signal ??= signal;
      this.#child?.kill("SIGTERM");
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    whenParentDies(() => stop("SIGTERM"));
  }

  /** Waits for a child to end well. */
  async watch(child: ChildProcess): Promise<boolean> {
    this.#child = child;
    if (this.signal !== undefined) child.kill("SIGTERM");
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code === 0));
    });
  }
}

/** Node's test runner on these files; the closing counts go to a file of their own. */
function startRunner(
  flags: readonly string[],
  entries: readonly string[],
  env: Record<string, string>,
  counts: string,
) {
  const ours = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  ours.push(`--test-reporter=${COUNTS_REPORTER}`, `--test-reporter-destination=${counts}`);
  const reporters = flags.some((flag) => flag.startsWith("--test-reporter")) ? [] : ours;
  const limits = [
    `--test-concurrency=${PROCESSES}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    `--import=${QUICK_LOADING}`,
    `--import=${LIGHT_HOOKS}`,
    `--import=${OWN_PROCESS}`,
  ];
  return spawn(process.execPath, ["--test", ROOM_FOR_NEW, ...limits, ...reporters, ...flags, ...entries], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
}

async function runTests(flags: readonly string[], files: readonly string[], stop: Stop): Promise<boolean> {
  // The client is served by all servers, and used by the tests that have a browser.
  const made = Promise.all([
    buildWebClient(root, process.execPath),
    files.some(startsServers) && pack(root, process.execPath),
  ]);
  const surroundings = await setUp();
  const scratch = mkdtempSync(join(tmpdir(), "parlance-tests-"));
  let keepScratch = false;
  try {
    await made;
    const counts = join(scratch, "counts.txt");
    const traffic = surroundings.env.PARLANCE_TRAFFIC_DIR ?? process.env.PARLANCE_TRAFFIC_DIR ?? scratch;
    const { entries, shared } = plan(flags, files, scratch);
    const env = {
      ...surroundings.env,
      PARLANCE_TRAFFIC_DIR: traffic,
      PARLANCE_TEST_QUEUE: scratch,
      NODE_COMPILE_CACHE: COMPILED,
    };
    const passed = await stop.watch(startRunner(flags, entries, env, counts));
    if (stop.signal !== undefined) return false;
    const { ok, report } = validateTraffic(traffic);
    keepScratch = !ok;
    console.log(report);
    for (const line of shared.unfinished) console.log(line);
    if (existsSync(counts)) process.stdout.write(readFileSync(counts));
    return passed && ok && shared.unfinished.length === 0;
  } finally {
    await surroundings.teardown();
    if (!keepScratch) rmSync(scratch, { recursive: true, force: true });
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const isFullLength = process.env["PARLANCE_TEST_LENGTH"] === "full";
  const { flags, files, unmatched, leftOut } = select(args, listFiles(), { isFullLength });
  if (unmatched.length > 0 || files.length === 0) {
    console.error(`no test file matches ${unmatched.join(", ") || "at all"}\n\n${HELP}`);
    return 2;
  }
  if (leftOut.length > 0) {
    console.log(`left out: ${leftOut.length} files that take long by nature; PARLANCE_TEST_LENGTH=full runs them too`);
  }
  const stop = new Stop();
  stop.listen();
  const passed = await runTests(flags, files, stop);
  if (stop.signal !== undefined) return 128 + constants.signals[stop.signal];
  return passed ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
