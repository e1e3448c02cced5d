import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";

/** Skips blank lines, which separate blocks; within code they are part of it. */
export function skipBlank(_parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  if (text !== "" && !text.startsWith("\n")) return false;
  pending.pop();
  if (text.length > 1) pending.push(text.slice(1));
  const previous = parent.children.at(-1);
  if (previous?.tag === "code") previous.text += text === "" ? "\n\n" : "\n";
  return true;
}

/** Parses text that no other rule applies to. In an item without blank lines it is the item's own text. */
export function parseParagraph(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.pop() ?? "";
  if (text.trim() === "") return true;
  const previous = parent.children.at(-1);
  if (parser.purpose !== "list") addBlock(parent, "p", text.trimStart());
  else if (previous) previous.tail += `\n${text}`;
  else parent.text = parent.text === "" ? text.trimStart() : `${parent.text}\n${text}`;
  return true;
}
