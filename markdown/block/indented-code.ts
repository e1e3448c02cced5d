import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, type Block } from "./block-tree.ts";

const INDENT = "    ";

/**
 * Parses lines that are indented by four columns as code. Indented lines after a blank line are part of the same code.
 */
export function parseIndentedCode(_parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  if (!text.startsWith(INDENT)) return false;
  pending.pop();
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.trim() !== "" && !line.startsWith(INDENT));
  const count = end < 0 ? lines.length : end;
  const code = lines
    .slice(0, count)
    .map((line) => line.slice(INDENT.length))
    .join("\n")
    .trimEnd();
  const previous = parent.children.at(-1);
  if (previous?.tag === "code") previous.text += `\n${code}\n`;
  else addBlock(parent, "code", `${code}\n`);
  if (count < lines.length) pending.push(lines.slice(count).join("\n"));
  return true;
}
