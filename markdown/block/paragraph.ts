import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";

/** Skips blank lines, which separate blocks. Within code, they become part of the code. */
export function skipBlank(_parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  if (text !== "" && !text.startsWith("\n")) return false;
  pending.pop();
  if (text.length > 1) pending.push(text.slice(1));
  const previous = parent.children.at(-1);
  if (previous?.tag === "code") previous.text += text === "" ? "\n\n" : "\n";
  return true;
}

/**
 * Parses text to which no other rule applies. In a list item without blank lines, the text becomes the item's own text
 * instead of a paragraph.
 */
export function parseParagraph(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.pop() ?? "";
  if (text.trim() === "") return true;
  const previous = parent.children.at(-1);
  if (parser.purpose !== "list") addBlock(parent, "p", text.trimStart());
  else if (previous) previous.tail += `\n${text}`;
  else parent.text = parent.text === "" ? text.trimStart() : `${parent.text}\n${text}`;
  return true;
}
