import type { StateBlock } from "markdown-it";

/** Columns that a list item's content is indented by, whatever the width of its marker. */
export const ITEM_INDENT = 2;

/** Columns by which a line is indented within its container; negative if it lies left of the container's content. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** Where a line's text starts, behind its indentation and the markers of its containers. */
export function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

export function endOf(state: StateBlock, line: number): number {
  return state.eMarks[line] ?? 0;
}

export function textOf(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), endOf(state, line));
}

/** Whether one of the rules that may interrupt a block of the given kind starts at a line. */
export function isInterrupted(state: StateBlock, block: string, line: number, endLine: number): boolean {
  return state.md.block.ruler.getRules(block).some((rule) => rule(state, line, endLine, true));
}

/** Parses lines as the content of a container that ends before `endLine`. */
export function parseWithin(state: StateBlock, startLine: number, endLine: number): void {
  const { lineMax } = state;
  state.lineMax = endLine;
  state.md.block.tokenize(state, startLine, endLine);
  state.lineMax = lineMax;
}

/** Pushes the text of a block, to be parsed when all blocks are known. */
export function pushInline(state: StateBlock, text: string): void {
  const token = state.push("inline", "", 0);
  token.content = text;
  token.children = [];
}
