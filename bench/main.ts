// `npm run bench`: compares the server with bare servers, which do only the minimum for each task, or with another
// revision. See arguments.ts and docs/benchmarks.md.
import { onParentExit } from "@parlance/server/app/stop-signal.ts";
import { root } from "../tools/paths.ts";
import { helpText, readArguments, type BenchArguments } from "./arguments.ts";
import { resolveCommit } from "./compare/checkout.ts";
import { rows } from "./rows.ts";
import { runComparison, runRows } from "./run.ts";

/** Runs the measurement that the command line names. Whatever was started is ended, also if the process has to stop earlier. */
async function run(options: BenchArguments, commit: string | null): Promise<void> {
  const cleanup = new AsyncDisposableStack();
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= cleanup.disposeAsync());
  // Called if the parent process has exited or wants this process to stop, or if a row hangs. Child processes exit when
  // this process exits.
  const stop = () => void end().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  onParentExit(stop);
  try {
    await (commit === null
      ? runRows({ options, cleanup, abort: stop })
      : runComparison({ options, cleanup, abort: stop }, commit));
  } finally {
    await end();
  }
}

async function main(args: readonly string[]): Promise<void> {
  let options: ReturnType<typeof readArguments>;
  let commit: string | null = null;
  try {
    options = readArguments(args, rows);
    if (options === "help") return console.log(helpText(rows));
    if (options.compare !== null) commit = resolveCommit(root, options.compare);
  } catch (error) {
    console.error(`${(error as Error).message}\nTo list the options: npm run bench -- --help`);
    process.exitCode = 2;
    return;
  }
  try {
    await run(options, commit);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
