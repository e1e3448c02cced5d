import type { StateBlock } from "markdown-it";
import { MAX_DEPTH } from "../context.ts";
import { endOf, indentOf, isInterrupted, parseWithin, startOf } from "./lines.ts";

/** A line's position and indentation, to be put back when the quote's marker matters again. */
interface SavedLine {
  readonly line: number;
  readonly bMark: number;
  readonly tShift: number;
  readonly sCount: number;
  readonly bsCount: number;
}

/** `> quote`: runs to a blank line or to a block that interrupts it; lines without a marker continue its paragraph. */
export function blockquote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level >= MAX_DEPTH || !isMarked(state, startLine) || isBareMarker(state, startLine, endLine)) return false;
  if (silent) return true;
  const saved: SavedLine[] = [];
  let line = startLine;
  let followsEmpty = false;
  for (; line < endLine && !state.isEmpty(line); line++) {
    const marked = isMarked(state, line) && indentOf(state, line) >= 0;
    if (!marked && (followsEmpty || isInterrupted(state, "blockquote", line, endLine))) break;
    saved.push(save(state, line));
    if (marked) {
      stripMarker(state, line);
      followsEmpty = state.isEmpty(line);
    } else {
      // The parser's sign for a line that can only continue a paragraph.
      state.sCount[line] = -1;
    }
  }
  pushQuote(state, startLine, line);
  for (const each of saved) restore(state, each);
  return true;
}

function pushQuote(state: StateBlock, startLine: number, endLine: number): void {
  const { blkIndent, parentType } = state;
  state.blkIndent = 0;
  state.parentType = "blockquote";
  state.push("blockquote_open", "blockquote", 1);
  parseWithin(state, startLine, endLine);
  state.push("blockquote_close", "blockquote", -1);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
}

function isMarked(state: StateBlock, line: number): boolean {
  return indentOf(state, line) <= 3 && state.src[startOf(state, line)] === ">" && !state.isEmpty(line);
}

/** A marker with nothing to quote is text. */
function isBareMarker(state: StateBlock, line: number, endLine: number): boolean {
  const isAlone = state.skipSpaces(startOf(state, line) + 1) >= endOf(state, line);
  return isAlone && !(line + 1 < endLine && isMarked(state, line + 1));
}

/** Moves the line's start behind its marker and one blank. */
function stripMarker(state: StateBlock, line: number): void {
  const afterMarker = startOf(state, line) + 1;
  const start = afterMarker + (/[ \t]/.test(state.src.charAt(afterMarker)) ? 1 : 0);
  const content = Math.min(state.skipSpaces(start), endOf(state, line));
  let columns = 0;
  for (let position = start; position < content; position++) {
    columns += state.src[position] === "\t" ? 4 - (columns % 4) : 1;
  }
  state.bMarks[line] = start;
  state.tShift[line] = content - start;
  state.sCount[line] = columns;
  state.bsCount[line] = 0;
}

function save(state: StateBlock, line: number): SavedLine {
  return {
    line,
    bMark: state.bMarks[line] ?? 0,
    tShift: state.tShift[line] ?? 0,
    sCount: state.sCount[line] ?? 0,
    bsCount: state.bsCount[line] ?? 0,
  };
}

function restore(state: StateBlock, { line, bMark, tShift, sCount, bsCount }: SavedLine): void {
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
  state.bsCount[line] = bsCount;
}
