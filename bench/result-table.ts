import type { StoredMark } from "./results/stored-marks.ts";
import type { Result } from "./row.ts";
import { alignColumns, formatAmount, formatThreeDigits } from "./text-table.ts";

const HEADER = ["row", "ours", "bare limit", "compared", "budget", ""];
/** Columns that are added if a run is stored. */
const STORED_HEADER = ["stored", ""];

/** Formats the table, with the remarks below it. `marks`: the stored values of the rows, if a run is stored. */
export function renderTable(results: readonly Result[], marks?: ReadonlyMap<string, StoredMark>): string {
  const storedCells = ({ name }: Result) => {
    const mark = marks?.get(name);
    return marks ? [mark?.text ?? "–", mark?.isWorse ? "worse" : ""] : [];
  };
  const lines = [
    [...HEADER, ...(marks ? STORED_HEADER : [])],
    ...results.map((result) => [...rowCells(result), ...storedCells(result)]),
  ];
  const aligned = alignColumns(lines, (column) => column === 0 || column >= 4);
  const remarks = results.flatMap(({ name, remarks: own = [] }) =>
    own.map(({ text, ok }) => `${name}: ${text}${ok === null ? "" : ` ${verdict(ok)}`}`),
  );
  return [...aligned, ...(remarks.length > 0 ? ["", ...remarks] : [])].join("\n");
}

function rowCells({ name, unit, ours, bare, compared, budget, ok }: Result): string[] {
  return [
    name,
    formatAmount(ours, unit),
    formatAmount(bare, unit),
    compared === null ? "–" : formatThreeDigits(compared),
    budget ?? "–",
    verdict(ok),
  ];
}

const verdict = (ok: boolean | null) => (ok === null ? "" : ok ? "ok" : "over");
