/** Formats a number with two decimal places or fewer, because the measurements are not more precise. */
export function formatThreeDigits(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a value with its unit, or a dash if there is none. */
export const formatAmount = (value: number | null, unit: string): string =>
  value === null ? "–" : `${formatThreeDigits(value)} ${unit}`;

/** Aligns the cells of a table. `isLeft`: whether a column is aligned on the left. */
export function alignColumns(lines: readonly (readonly string[])[], isLeft: (column: number) => boolean): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const align = (cell: string, column: number) =>
    isLeft(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(align).join("  ").trimEnd());
}
