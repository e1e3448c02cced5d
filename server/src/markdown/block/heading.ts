import type { StateBlock } from "markdown-it";
import { indentOf, pushInline, textOf } from "./lines.ts";

/** `# Title`, with one to six marks and a space; marks at the end are dropped. */
export function heading(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (indentOf(state, startLine) > 3) return false;
  const [, marks, rest] = /^(#{1,6})[ \t]+(.+)$/.exec(textOf(state, startLine)) ?? [];
  if (marks === undefined || rest === undefined) return false;
  const title = withoutClosingMarks(rest);
  if (title === "") return false;
  if (silent) return true;
  const tag = `h${marks.length}`;
  state.push("heading_open", tag, 1);
  pushInline(state, title);
  state.push("heading_close", tag, -1);
  state.line = startLine + 1;
  return true;
}

function withoutClosingMarks(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  const separated = end === 0 || trimmed[end - 1] === " " || trimmed[end - 1] === "\t";
  return separated ? trimmed.slice(0, end).trimEnd() : trimmed;
}
