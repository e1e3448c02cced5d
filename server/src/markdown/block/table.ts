import type { StateBlock } from "markdown-it";
import { contextOf } from "../context.ts";
import { InlineScan } from "../inline/scan.ts";
import { indentOf, isInterrupted, pushInline, textOf } from "./lines.ts";

/** A pipe table: a row of titles, a row of dashes that says how each column is aligned, rows up to a blank line. */
export function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const alignments = alignmentsAt(state, startLine, endLine);
  if (!alignments) return false;
  if (silent) return true;
  state.push("table_open", "table", 1);
  state.push("thead_open", "thead", 1);
  pushRow(state, "th", cellsOf(textOf(state, startLine)), alignments);
  state.push("thead_close", "thead", -1);
  state.push("tbody_open", "tbody", 1);
  let line = startLine + 2;
  for (; line < endLine && !state.isEmpty(line) && indentOf(state, line) >= 0; line++) {
    if (isInterrupted(state, "blockquote", line, endLine)) break;
    pushRow(state, "td", cellsOf(textOf(state, line)), alignments);
  }
  if (line === startLine + 2) pushRow(state, "td", [], alignments);
  state.push("tbody_close", "tbody", -1);
  state.push("table_close", "table", -1);
  state.line = line;
  return true;
}

/** The columns' alignments ("" for none) if a table starts at a line. */
function alignmentsAt(state: StateBlock, line: number, endLine: number): string[] | undefined {
  if (line + 1 >= endLine || indentOf(state, line) > 3) return undefined;
  const indent = indentOf(state, line + 1);
  if (indent < 0 || indent > 3) return undefined;
  const ruler = textOf(state, line + 1);
  if (!/^[|:\- \t]+$/.test(ruler) || !ruler.includes("-") || !ruler.includes("|")) return undefined;
  const header = textOf(state, line);
  const columns = cellsOf(ruler);
  if (!header.includes("|") || cellsOf(header).length !== columns.length) return undefined;
  return columns.every((column) => /^:?-+:?$/.test(column)) ? columns.map(alignmentOf) : undefined;
}

function alignmentOf(column: string): string {
  if (!column.endsWith(":")) return column.startsWith(":") ? "left" : "";
  return column.startsWith(":") ? "center" : "right";
}

function pushRow(state: StateBlock, tag: "th" | "td", cells: readonly string[], alignments: readonly string[]): void {
  const context = contextOf(state.env);
  state.push("tr_open", "tr", 1);
  for (const [index, alignment] of alignments.entries()) {
    if (index >= cells.length && context.paddingCells-- <= 0) break;
    const cell = state.push(`${tag}_open`, tag, 1);
    if (alignment) cell.attrs = [["style", `text-align: ${alignment};`]];
    if (cells[index]) pushInline(state, cells[index]);
    state.push(`${tag}_close`, tag, -1);
  }
  state.push("tr_close", "tr", -1);
}

/** The cells of a row, split at the pipes outside of code spans. */
function cellsOf(row: string): string[] {
  const text = row.trim();
  const { codeSpans } = new InlineScan(text);
  const cells: string[] = [];
  let start = text.startsWith("|") ? 1 : 0;
  let position = start;
  for (; position < text.length; position++) {
    if (text[position] === "`") position = (codeSpans.get(position)?.end ?? position + 1) - 1;
    else if (text[position] === "|") {
      cells.push(text.slice(start, position).trim());
      start = position + 1;
    }
  }
  if (start < text.length) cells.push(text.slice(start).trim());
  return cells;
}
