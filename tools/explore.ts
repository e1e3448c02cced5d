// `npm run explore`: runs random tests with new seeds, crash tests, and a soak test, for some minutes. Described in
// HELP of explore/options.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";
import { Exploration, type ExplorationEnvironment } from "./explore/exploration.ts";
import {
  findExplored,
  HELP,
  readOptions,
  selectExplored,
  InvalidArguments,
  type ExploreOptions,
  type ExplorationSelection,
} from "./explore/options.ts";
import { StatusLine } from "./explore/status-line.ts";
import { listFiles } from "./source-files.ts";
import { isMain, root } from "./paths.ts";
import { runSoak } from "./soak/run-soak.ts";

const MINUTE_MS = 60_000;
/**
 * Fraction of the time that is used for the soak test if other tests run as well, and the maximum time of the soak
 * test, in milliseconds, in this case.
 */
const SOAK_SHARE = 1 / 3;
const MAX_SOAK_MS = 10 * MINUTE_MS;
const SOAK_PAUSE_MS = 150;
const MAX_NEW_SEED = 1_000_000;
const STORE_FOLDER = join(root, "tmp", "explore");

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  try {
    const options = readOptions(args, () => Date.now() % MAX_NEW_SEED);
    const all = findExplored(listFiles(), (path) => readFileSync(join(root, path), "utf8"));
    return await explore(options, selectExplored(all, options.only));
  } catch (error) {
    if (!(error instanceof InvalidArguments)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    return 2;
  }
}

async function explore(options: ExploreOptions, { files, includesSoak }: ExplorationSelection): Promise<number> {
  const interrupted = createStopSignal();
  const ms = options.minutes * MINUTE_MS;
  using status = new StatusLine(ms);
  const print = (line: string) => status.print(line);
  const around: ExplorationEnvironment = {
    root,
    store: STORE_FOLDER,
    print,
    status: (line) => status.show(line),
    command: (file) => [process.execPath, join(root, "tools", "run.mjs"), "tools/test.ts", file],
  };
  const exploration = new Exploration(options.seed, around);
  const soakMs = includesSoak ? (files.length === 0 ? ms : Math.min(ms * SOAK_SHARE, MAX_SOAK_MS)) : 0;
  print(`exploring ${files.length} test files${includesSoak ? " and a soak" : ""}, from seed ${options.seed}`);
  await exploration.run(files, AbortSignal.any([interrupted, AbortSignal.timeout(ms - soakMs)]));
  if (includesSoak && !interrupted.aborted) {
    status.show("soak");
    const start = performance.now();
    const wrong = await runSoak({
      ms: soakMs,
      pauseMs: SOAK_PAUSE_MS,
      seed: options.seed,
      file: join(STORE_FOLDER, "soak.tsv"),
      print,
      signal: interrupted,
    });
    for (const line of wrong) print(`FAILED soak: ${line}`);
    const seconds = (performance.now() - start) / 1000;
    exploration.count("soak", { failed: wrong.length > 0, rounds: 1, seconds });
  }
  print(`\n${exploration.summary()}`);
  return exploration.failed ? 1 : 0;
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
