import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";

const HEADING = /(?:^|\n)(#{1,6})\s/;
const RULE = /^ {0,3}([-_*])(?: {0,2}\1){2,} *$/m;

/** Parses `# Title` on any line of a chunk. Marks at the end of the title are removed. */
export function parseHeading(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  const match = text.includes("#") ? HEADING.exec(text) : null;
  if (!match) return false;
  pending.pop();
  if (match.index > 0) parser.parseChunk(parent, text.slice(0, match.index));
  const start = match.index + match[0].length;
  const lineEnd = text.indexOf("\n", start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  addBlock(parent, `h${match[1]?.length ?? 1}`, withoutClosingMarks(text.slice(start, end)));
  if (end + 1 < text.length) pending.push(text.slice(end + 1));
  return true;
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return title.slice(0, end).trim();
}

/** Parses a horizontal rule (`---`, `* * *` or `___`) on any line of a chunk. */
export function parseRule(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  const match = /[-_*]{2}|[-_*] {1,2}[-_*]/.test(text) ? RULE.exec(text) : null;
  if (!match) return false;
  pending.pop();
  const before = text.slice(0, match.index).replace(/\n$/, "");
  if (before !== "") parser.parseChunk(parent, before);
  addBlock(parent, "hr");
  const after = text.slice(match.index + match[0].length + 1);
  if (after !== "") pending.push(after);
  return true;
}
