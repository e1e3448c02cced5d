import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";
import { InlineScan } from "../inline/inline-scan.ts";

const CLOSING_PIPE = /(?<!\\)(?:\\\\)*\|$/;

/**
 * Parses a table: a row of titles, a row of dashes with the alignment of each column, and further rows up to a blank
 * line.
 */
export function parseTable(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  if (!text.includes("|")) return false;
  const [first = "", second] = text.split("\n", 2).map(trimmed);
  if (second === undefined || !/^[|:\- ]*$/.test(second)) return false;
  const hasBorder = first.startsWith("|") || CLOSING_PIPE.test(first);
  const titles = cellsOf(first, hasBorder);
  const ruler = cellsOf(second, hasBorder);
  if (titles.length !== ruler.length) return false;
  const [, , ...rows] = text.split("\n").map(trimmed);
  if (titles.length === 1 && !(hasBorder && [second, ...rows].every(hasPipe))) return false;
  pending.pop();
  const styles = ruler.map(styleOf);
  const table = addBlock(parent, "table");
  addRow(parser, addBlock(table, "thead"), "th", titles, styles);
  const body = addBlock(table, "tbody");
  for (const row of rows.length === 0 ? [""] : rows) addRow(parser, body, "td", cellsOf(row, hasBorder), styles);
  return true;
}

const trimmed = (row: string): string => row.replace(/^ +/, "").replace(/(?<! ) +$/, "");

const hasPipe = (row: string): boolean => row.startsWith("|") || CLOSING_PIPE.test(row);

function styleOf(column: string): readonly (readonly [string, string])[] {
  const rule = trimmed(column);
  const toLeft = rule.startsWith(":");
  if (!rule.endsWith(":")) return toLeft ? [["style", "text-align: left;"]] : [];
  return [["style", `text-align: ${toLeft ? "center" : "right"};`]];
}

/** Adds a row. Its number of cells is adjusted to the number of columns. */
function addRow(
  { context }: BlockParser,
  parent: Block,
  tag: "th" | "td",
  cells: readonly string[],
  styles: readonly Block["attributes"][],
): void {
  const row = addBlock(parent, "tr");
  for (const [index, attributes] of styles.entries()) {
    if (index >= cells.length && context.paddingCells-- <= 0) break;
    addBlock(row, tag, trimmed(cells[index] ?? ""), attributes);
  }
}

/**
 * Splits a row into cells at its pipes, except pipes in code and pipes after a backslash. The backslash is not removed.
 */
function cellsOf(row: string, hasBorder: boolean): string[] {
  const inner = hasBorder ? row.replace(/^\|/, "").replace(CLOSING_PIPE, "") : row;
  if (!inner.includes("`") && !inner.includes("\\")) return inner.split("|");
  const cells: string[] = [];
  let start = 0;
  for (const pipe of dividersOf(inner)) {
    cells.push(inner.slice(start, pipe));
    start = pipe + 1;
  }
  return [...cells, inner.slice(start)];
}

function dividersOf(row: string): number[] {
  if (!row.includes("`") && !row.includes("\\")) return Array.from(row.matchAll(/\|/g), ({ index }) => index);
  const { codeSpans } = new InlineScan(row);
  const dividers: number[] = [];
  for (let position = 0; position < row.length; position++) {
    const character = row[position];
    // The character after a backslash has no effect.
    if (character === "\\") position += 1;
    else if (character === "`") position = (codeSpans.get(position)?.end ?? position + 1) - 1;
    else if (character === "|") dividers.push(position);
  }
  return dividers;
}
