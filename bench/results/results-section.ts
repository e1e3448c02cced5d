import { formatAmount, formatThreeDigits } from "../text-table.ts";
import type { StoredRow, StoredRun } from "./stored-run.ts";

const START = "<!-- results: npm run generate writes this section -->";
const END = "<!-- end of results -->";
const HEADER = ["Row", "Parlance", "Bare limit", "Compared", "Budget", "Met"];

/** Replaces the text between the markers of a document with the results of the stored run. */
export function replaceResults(document: string, run: StoredRun | null): string {
  const [before, rest] = document.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the document lacks the markers of its results: ${START} … ${END}`);
  const text = run ? renderRun(run) : "No run is stored yet.";
  return `${before}${START}\n\n${text}\n\n${END}${after}`;
}

function renderRun({ machine, date, revision, quick, rows }: StoredRun): string {
  const { processor, processors, memoryGigabytes, kernel, node, postgres } = machine;
  const facts = [
    `A ${quick ? "quick" : "full"} run of ${date}, revision \`${revision}\`.`,
    `The machine: ${processors} cores of ${processor}, ${memoryGigabytes} GB of memory, ${kernel}, Node ${node}, PostgreSQL ${postgres}.`,
  ];
  return `${facts.join("\n")}\n\n${renderTable(rows)}`;
}

/** Renders the table in the same way as the formatter would. */
function renderTable(rows: StoredRun["rows"]): string {
  const lines = [HEADER, ...Object.entries(rows).map(([name, row]) => rowCells(name, row))];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const render = (line: readonly string[], fill = " ") =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const [header = [], ...body] = lines;
  return [
    render(header),
    render(
      HEADER.map(() => ""),
      "-",
    ),
    ...body.map((line) => render(line)),
  ].join("\n");
}

const rowCells = (name: string, { unit, ours, bare, compared, budget, ok }: StoredRow): string[] => [
  `\`${name}\``,
  formatAmount(ours, unit),
  formatAmount(bare, unit),
  compared === null ? "–" : formatThreeDigits(compared),
  budget ?? "–",
  ok === null ? "–" : ok ? "yes" : "no",
];
