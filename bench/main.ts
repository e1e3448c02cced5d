// `npm run bench`: compares the server with bare servers, which do only the minimum for each task. See HELP, and
// docs/benchmarks.md.
import { parseArgs } from "node:util";
import { onParentExit } from "@parlance/server/app/stop-signal.ts";
import { describeMachine } from "./machine-info.ts";
import { startPostgres } from "./postgres.ts";
import { evaluateRow, type Bench, type Result, type Row } from "./row.ts";
import { rows } from "./rows.ts";
import { renderTable } from "./result-table.ts";

const describe = ({ name, work, limit }: Row) =>
  `  ${name.padEnd(12)} ${work}${limit === null ? "" : `\n${"".padEnd(15)}against ${limit}`}`;

const HELP = `usage: npm run bench [-- <option>…]

Measures the server beside the bare limit of each kind of work, in turns on this machine, and prints both and how they
compare. Ratios can be compared between machines; the numbers themselves cannot.

  --quick       fewer and shorter rounds: about eight minutes
  --only <row>  only this row; may be given more than once
  --json        the results as JSON, with every round
  --help        this

Rows:
${rows.map(describe).join("\n")}

Exit status: 0 when everything could be measured, whatever the results; 1 when something could not; 2 for wrong usage.`;

interface BenchArguments {
  readonly quick: boolean;
  readonly json: boolean;
  readonly chosen: readonly Row[];
}

/** Time after which a row's measurement is aborted, in milliseconds. Every row takes less time on a usable machine. */
const ROW_TIMEOUT_MS = 600_000;

/** Parses the command line. Throws with a description if it is invalid. */
function readArguments(args: readonly string[]): BenchArguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.help) return "help";
  const unknown = values.only.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`no row is called ${unknown}`);
  const chosen = rows.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
  return { quick: values.quick, json: values.json, chosen };
}

/**
 * Measures the selected rows one after the other. If a row fails, the next rows are still measured. If a row hangs, the
 * whole run is aborted.
 */
async function measureAll(chosen: readonly Row[], bench: Bench, abort: () => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of chosen) {
    bench.progress(`${row.name}: ${row.work}`);
    const timer = setTimeout(() => {
      console.error(`${row.name} is not done after ${ROW_TIMEOUT_MS / 60_000} minutes`);
      abort();
    }, ROW_TIMEOUT_MS);
    try {
      results.push(evaluateRow(row, await row.measure(bench)));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${row.name} could not be measured:`, error);
    } finally {
      clearTimeout(timer);
    }
  }
  return results;
}

async function main(args: readonly string[]): Promise<void> {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  if (options === "help") return console.log(HELP);
  const { quick, json, chosen } = options;
  await using postgres = await startPostgres();
  // Called if the parent process has exited or wants this process to stop, or if a row hangs. The database is removed
  // first; child processes exit when this process exits.
  const stop = () => {
    void Promise.resolve(postgres[Symbol.asyncDispose]()).finally(() => process.exit(1));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  onParentExit(stop);
  const results = await measureAll(chosen, { postgres, quick, progress: (message) => console.error(message) }, stop);
  console.log(json ? JSON.stringify({ ...describeMachine(), quick, results }, null, 2) : `\n${renderTable(results)}\n`);
}

await main(process.argv.slice(2));
