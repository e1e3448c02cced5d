import type { StateBlock } from "markdown-it";
import { contextOf, MAX_DEPTH } from "../context.ts";
import { endOf, indentOf, isInterrupted, ITEM_INDENT, startOf } from "./lines.ts";

interface Marker {
  readonly ordered: boolean;
  /** The digits of an ordered item. */
  readonly digits: string;
  /** Where the item's text starts. */
  readonly content: number;
}

/**
 * `* item` or `1. item`. A marker indented by two or three columns more than another belongs to a list within that
 * item; one indented by four or more is text of the item. A list of the other kind starts a new list.
 */
export function list(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const marker = markerAt(state, startLine);
  if (!marker) return false;
  if (silent) return mayInterrupt(state, startLine, marker);
  if (state.level >= MAX_DEPTH) return false;
  const { parentType } = state;
  const { openLists } = contextOf(state.env);
  state.parentType = "list";
  openLists.push(marker.ordered);
  pushList(state, startLine, endLine, marker);
  openLists.pop();
  state.parentType = parentType;
  return true;
}

function mayInterrupt(state: StateBlock, line: number, { ordered, digits }: Marker): boolean {
  const continuesOpenList = indentOf(state, line) < 0;
  if (state.level >= MAX_DEPTH && !continuesOpenList) return false;
  // A larger number in the middle of a text is more likely a year than an item.
  if (!ordered || digits.length === 1) return true;
  return continuesOpenList && contextOf(state.env).openLists.includes(true);
}

function pushList(state: StateBlock, startLine: number, endLine: number, first: Marker): void {
  const [type, tag] = first.ordered ? ["ordered_list", "ol"] : ["bullet_list", "ul"];
  const start = Number(first.digits);
  const opening = state.push(`${type}_open`, tag, 1);
  if (first.ordered && start !== 1) opening.attrs = [["start", start]];
  let followsBlank = false;
  let line = startLine;
  let marker: Marker | undefined = first;
  while (marker) {
    const firstToken = state.tokens.length;
    const holdsBlank = pushItem(state, line, endLine, marker.content);
    line = state.line;
    marker = nextMarker(state, line, endLine, first.ordered);
    const precedesBlank: boolean = marker !== undefined && state.isEmpty(line - 1);
    if (!holdsBlank && !followsBlank && !precedesBlank) hideParagraphs(state, firstToken);
    followsBlank = precedesBlank;
  }
  state.push(`${type}_close`, tag, -1);
}

/** Parses one item; returns whether its blocks are separated by blank lines. */
function pushItem(state: StateBlock, line: number, endLine: number, content: number): boolean {
  const { blkIndent, tight } = state;
  const [bMark = 0, tShift = 0, sCount = 0] = [state.bMarks[line], state.tShift[line], state.sCount[line]];
  state.push("list_item_open", "li", 1);
  state.blkIndent = blkIndent + ITEM_INDENT;
  // The line starts behind the marker, which counts as its indentation.
  state.bMarks[line] = content;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.tight = true;
  state.line = content < endOf(state, line) ? line : line + 1;
  state.md.block.tokenize(state, state.line, endLine);
  const holdsBlank = !state.tight;
  state.push("list_item_close", "li", -1);
  state.blkIndent = blkIndent;
  state.tight = tight;
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
  return holdsBlank;
}

function nextMarker(state: StateBlock, line: number, endLine: number, ordered: boolean): Marker | undefined {
  if (line >= endLine || indentOf(state, line) < 0) return undefined;
  const marker = markerAt(state, line);
  if (marker?.ordered !== ordered || isInterrupted(state, "list", line, endLine)) return undefined;
  return marker;
}

/** The paragraphs of an item without blank lines are only their text. */
function hideParagraphs(state: StateBlock, firstToken: number): void {
  const level = state.level + 1;
  for (let index = firstToken; index < state.tokens.length; index++) {
    const token = state.tokens[index];
    if (token?.level === level && token.tag === "p") token.hidden = true;
  }
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  if (indentOf(state, line) >= ITEM_INDENT || state.isEmpty(line)) return undefined;
  const start = startOf(state, line);
  const end = endOf(state, line);
  let position = start;
  while (position < end && position < start + 9 && /\d/.test(state.src.charAt(position))) position++;
  const digits = state.src.slice(start, position);
  if (!(digits === "" ? "*-+" : ".").includes(state.src.charAt(position))) return undefined;
  const content = state.skipSpaces(position + 1);
  return content > position + 1 ? { ordered: digits !== "", digits, content: Math.min(content, end) } : undefined;
}
