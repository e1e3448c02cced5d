import type { Row } from "../row.ts";
import { alignColumns, formatAmount } from "../text-table.ts";
import type { Comparison } from "./comparison.ts";

/** A row that was not compared, and why. */
export interface NotCompared {
  readonly name: string;
  readonly reason: string;
}

const HEADER = ["row", "now", "then", "now / then", "range", ""];

/** Formats the comparisons as a table, with the rows that were not compared below it. */
export function renderComparison(comparisons: readonly Comparison[], notCompared: readonly NotCompared[]): string {
  const lines = [HEADER, ...comparisons.map(comparisonCells)];
  const reasons = new Map<string, string[]>();
  for (const { name, reason } of notCompared) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  const remarks = [...reasons].map(([reason, names]) => `not compared: ${names.join(", ")} (${reason})`);
  const table = comparisons.length > 0 ? alignColumns(lines, (column) => column === 0 || column >= 4) : [];
  return [...table, ...(table.length > 0 && remarks.length > 0 ? [""] : []), ...remarks].join("\n");
}

const comparisonCells = ({ name, unit, now, before, ratio, lowest, highest, verdict }: Comparison): string[] => [
  name,
  formatAmount(now, unit),
  formatAmount(before, unit),
  ratio.toFixed(2),
  `${lowest.toFixed(2)}–${highest.toFixed(2)}`,
  verdict,
];

/** Returns the rows that cannot be compared, with the reasons. */
export const listNotCompared = (rows: readonly Row[]): NotCompared[] =>
  rows.flatMap(({ name, comparison }) => (typeof comparison === "string" ? [{ name, reason: comparison }] : []));
