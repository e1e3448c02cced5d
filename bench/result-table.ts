import type { Result } from "./row.ts";

const HEADER = ["row", "ours", "bare limit", "compared", "budget", ""];

/** Formats the table, with the remarks below it. */
export function renderTable(results: readonly Result[]): string {
  const lines = [HEADER, ...results.map(rowCells)];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const aligned = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 || column >= 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  const remarks = results.flatMap(({ name, remarks: own = [] }) =>
    own.map(({ text, ok }) => `${name}: ${text}${ok === null ? "" : ` ${verdict(ok)}`}`),
  );
  return [...aligned, ...(remarks.length > 0 ? ["", ...remarks] : [])].join("\n");
}

function rowCells({ name, unit, ours, bare, compared, budget, ok }: Result): string[] {
  const amount = (value: number | null) => (value === null ? "–" : `${formatThreeDigits(value)} ${unit}`);
  return [
    name,
    amount(ours),
    amount(bare),
    compared === null ? "–" : formatThreeDigits(compared),
    budget ?? "–",
    verdict(ok),
  ];
}

const verdict = (ok: boolean | null) => (ok === null ? "" : ok ? "ok" : "over");

/** Formats a number with two decimal places or fewer, because the measurements are not more precise. */
function formatThreeDigits(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
