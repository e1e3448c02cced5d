import { parseArgs } from "node:util";
import { listNotCompared } from "./compare/comparison-table.ts";
import type { Row } from "./row.ts";

const NAME_WIDTH = 18;

const describe = ({ name, work, limit }: Row) =>
  `  ${name.padEnd(NAME_WIDTH)} ${work}${limit === null ? "" : `\n${"".padEnd(NAME_WIDTH + 3)}against ${limit}`}`;

/** Returns the text of `--help`. */
export const helpText = (rows: readonly Row[]): string => `usage: npm run bench [-- <option>…]

Measures the server beside the bare limit of each kind of work, in turns on this machine, and prints both and how they
compare. Ratios can be compared between machines; the numbers themselves cannot. If a run is stored, its values are
printed too, and rows that are more than 10 % worse are marked.

  --quick              fewer and shorter rounds: a few minutes
  --only <row>         only this row; may be given more than once
  --compare <revision> measures this checkout and another git revision in turns, instead of bare limits, and prints for
                       each row whether this checkout is better or worse: npm run bench -- --compare HEAD~20 --only send
  --store              stores the results as those that later runs are compared with
  --json               the results as JSON, with every round
  --help               this

Rows:
${rows.map(describe).join("\n")}

Exit status: 0 when everything could be measured, whatever the results; 1 when something could not; 2 for wrong usage.`;

export interface BenchArguments {
  readonly quick: boolean;
  readonly json: boolean;
  readonly store: boolean;
  /** The revision to compare with, if any. */
  readonly compare: string | null;
  /** The rows to measure. */
  readonly chosen: readonly Row[];
}

/** Parses the command line. Throws with a description if it is invalid. */
export function readArguments(args: readonly string[], rows: readonly Row[]): BenchArguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      store: { type: "boolean", default: false },
      compare: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.help) return "help";
  const { quick, json, store, compare = null, only } = values;
  const unknown = only.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`no row is called ${unknown}`);
  if (compare === "") throw new Error("--compare needs a revision");
  if (store && only.length > 0) throw new Error("--store needs a run of all rows, so it does not go with --only");
  if (store && compare !== null) throw new Error("--store stores no comparison, so it does not go with --compare");
  if (compare !== null && only.length > 0) assertComparable(rows.filter(({ name }) => only.includes(name)));
  const isChosen = ({ name, onlyInFullRuns = false }: Row) =>
    only.length > 0 ? only.includes(name) : !(quick && onlyInFullRuns);
  return { quick, json, store, compare, chosen: rows.filter(isChosen) };
}

/** Throws if none of the rows can be compared between revisions. */
function assertComparable(rows: readonly Row[]): void {
  const notCompared = listNotCompared(rows);
  if (notCompared.length < rows.length) return;
  const reasons = notCompared.map(({ name, reason }) => `${name} (${reason})`);
  throw new Error(`these rows cannot be compared between revisions: ${reasons.join(", ")}`);
}
