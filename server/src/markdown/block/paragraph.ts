import type { StateBlock } from "markdown-it";
import { indentOf, isInterrupted, ITEM_INDENT, pushInline } from "./lines.ts";

/** What is nothing else: runs to a blank line or to a block that interrupts it. */
export function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const { parentType } = state;
  state.parentType = "paragraph";
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line) && !endsBefore(state, line, endLine)) line++;
  state.parentType = parentType;
  state.line = line;
  const text = state.getLines(startLine, line, indentToStrip(state, startLine), false).trim();
  if (text === "") return true;
  state.push("paragraph_open", "p", 1);
  pushInline(state, text);
  state.push("paragraph_close", "p", -1);
  return true;
}

/** A line that is indented like code, or that only continues a quote, cannot be the start of another block. */
function endsBefore(state: StateBlock, line: number, endLine: number): boolean {
  if (indentOf(state, line) > 3 || (state.sCount[line] ?? 0) < 0) return false;
  return isInterrupted(state, "paragraph", line, endLine);
}

/** Lines that continue the text beside an item's marker keep their indentation relative to the marker. */
function indentToStrip(state: StateBlock, line: number): number {
  const isBesideMarker = state.blkIndent > 0 && state.tShift[line] === 0;
  return isBesideMarker ? state.blkIndent - ITEM_INDENT : state.blkIndent;
}
