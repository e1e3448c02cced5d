import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";

const MARKER = /^ {0,3}> ?/;
const FIRST_MARKER = /(?:^|\n) {0,3}>/;
const BARE_MARKERS = /^(?: {0,3}> *(?:\n|$))*$/;

/**
 * Parses `> quote` on any line of a chunk. A quote extends to the next blank line, even if later lines have no marker.
 * Adjacent quotes are not joined.
 */
export function parseQuote(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  const start = text.includes(">") && parser.canNest(parent) ? startOfQuote(text) : -1;
  if (start < 0) return false;
  pending.pop();
  if (start > 0) parser.parseChunk(parent, text.slice(0, start - 1));
  const lines = text.slice(start).split("\n").map(withoutMarker);
  parser.parseText(addBlock(parent, "blockquote"), lines.join("\n"), "quote");
  return true;
}

/** Returns the position of the quote's first line, or -1 if there is no quote or it consists only of markers. */
function startOfQuote(text: string): number {
  const at = text.search(FIRST_MARKER);
  if (at < 0) return -1;
  const start = text[at] === "\n" ? at + 1 : at;
  return BARE_MARKERS.test(text.slice(start)) ? -1 : start;
}

const withoutMarker = (line: string): string => (line.trim() === ">" ? "" : line.replace(MARKER, ""));
