import type { Row } from "../row.ts";
import { alignColumns, formatAmount } from "../text-table.ts";
import type { Comparison } from "./comparison.ts";

/** A row that was not compared, and why. */
export interface NotCompared {
  readonly name: string;
  readonly reason: string;
}

/** Descriptions of the two revisions. */
export interface ComparedRevisions {
  readonly now: string;
  readonly before: string;
}

const HEADER = ["row", "now", "then", "now / then", "range", ""];
const LEGEND = `now / then: median of the ratios of all rounds, and their range; above 1 is better in /s, below 1 in all other units
within noise: less than 2 % in the median, or too few rounds agree`;

/**
 * Formats the comparisons as a table. Above it are the revisions; below it are its explanation and the rows that were
 * not compared.
 */
export function renderComparison(
  { now, before }: ComparedRevisions,
  comparisons: readonly Comparison[],
  notCompared: readonly NotCompared[],
): string {
  const lines = [HEADER, ...comparisons.map(comparisonCells)];
  const reasons = new Map<string, string[]>();
  for (const { name, reason } of notCompared) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  const remarks = [...reasons].map(([reason, names]) => `not compared: ${names.join(", ")} (${reason})`);
  const heading = `now: ${now}\nthen: ${before}`;
  const table = alignColumns(lines, (column) => column === 0 || column >= 4).join("\n");
  const parts = comparisons.length > 0 ? [heading, table, LEGEND] : [heading];
  return [...parts, ...(remarks.length > 0 ? [remarks.join("\n")] : [])].join("\n\n");
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
