import type { BlockParser, PendingChunks } from "./block-parser.ts";
import { addBlock, isList, createBlock, type Block } from "./block-tree.ts";

/** Indentation of text that belongs to an item. It does not depend on the width of the item's marker. */
const INDENT = "  ";

const BULLET = /^ ?[*+-] +([^\n]*)$/;
const NUMBER = /^ ?\d+\. +([^\n]*)$/;
const NESTED_MARKER = /^ {2,3}(?:\d+\.|[*+-]) +/;

/** Parses a list of `* item`. */
export function parseBullets(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  return parseList(parser, parent, pending, "ul", BULLET);
}

/** Parses a list of `1. item`. */
export function parseNumbers(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  return parseList(parser, parent, pending, "ol", NUMBER);
}

function parseList(
  parser: BlockParser,
  parent: Block,
  pending: PendingChunks,
  tag: "ul" | "ol",
  marker: RegExp,
): boolean {
  const text = pending.at(-1) ?? "";
  const firstLine = text.slice(0, (text.indexOf("\n") + 1 || text.length + 1) - 1);
  if (!marker.test(firstLine) || !parser.canNest(parent)) return false;
  pending.pop();
  const items = itemsOf(text, marker);
  const list = findOrCreateList(parent, tag, firstLine);
  const lastItem = list === parent ? undefined : list.children.at(-1);
  if (lastItem) {
    wrapText(lastItem);
    wrapTail(lastItem);
    parser.parseChunk(addBlock(list, "li"), items.shift() ?? "", "loose list");
  }
  for (const item of items) {
    const last = list.children.at(-1);
    parser.parseChunk(item.startsWith(INDENT) && last ? last : addBlock(list, "li"), item, "list");
  }
  return true;
}

/**
 * Returns the list to which items are added: the preceding list if it has the same type, the parent if it is a list
 * itself, or a new list.
 */
function findOrCreateList(parent: Block, tag: "ul" | "ol", firstLine: string): Block {
  const previous = parent.children.at(-1);
  if (previous?.tag === tag) return previous;
  if (isList(parent)) return parent;
  const start = tag === "ol" ? Number(/\d+/.exec(firstLine)?.[0]) : 1;
  return addBlock(parent, tag, "", start === 1 ? [] : [["start", String(start)]]);
}

/** Moves the text of an item into a paragraph, because a blank line follows the text. */
function wrapText(item: Block): void {
  if (item.text !== "") item.children.unshift(createBlock(item, "p", item.text));
  item.text = "";
}

/** Moves the text after an item's last block into a paragraph. */
function wrapTail(item: Block): void {
  const last = item.children.at(-1);
  if (!last?.tail) return;
  addBlock(item, "p", last.tail.trimStart());
  last.tail = "";
}

/** Returns the texts of the items. The lines of a nested list form a text of their own, which keeps its indentation. */
function itemsOf(text: string, marker: RegExp): string[] {
  const items: string[] = [];
  for (const line of text.split("\n")) {
    const [, content] = marker.exec(line) ?? [];
    const last = items.length - 1;
    if (content !== undefined) items.push(content);
    else if (NESTED_MARKER.test(line) && !items[last]?.startsWith(INDENT)) items.push(line);
    else items[last] += `\n${line}`;
  }
  return items;
}

/** Adds indented text that follows an item to the item at that level of indentation. */
export function continueItem(parser: BlockParser, parent: Block, pending: PendingChunks): boolean {
  const text = pending.at(-1) ?? "";
  if (!text.startsWith(INDENT) || parser.purpose === "continuation") return false;
  if (parent.tag !== "li" && !isList(parent.children.at(-1))) return false;
  pending.pop();
  const { level, block } = ownerOf(parser, parent, text);
  const content = unindent(text, level);
  const last = block.children.at(-1);
  if (parent.tag === "li") parser.parseChunk(isList(last) && last ? last : parent, content, "continuation");
  else if (block.tag === "li") parser.parseChunk(block, content, "continuation");
  else {
    const item = last?.tag === "li" ? last : addBlock(block, "li");
    wrapText(item);
    parser.parseText(item, content, "continuation");
  }
  return true;
}

/** Finds the list or item to which an indented text belongs, and its level of indentation. */
function ownerOf(parser: BlockParser, parent: Block, text: string): { level: number; block: Block } {
  const levels = Math.floor((text.length - text.trimStart().length) / INDENT.length);
  let level = parser.purpose === "list" ? 1 : 0;
  let block = parent;
  while (level < levels) {
    const child = block.children.at(-1);
    if (!child || !(isList(child) || child.tag === "li")) break;
    if (isList(child)) level++;
    block = child;
  }
  return { level, block };
}

/** Removes `levels` levels of indentation from all lines that have at least that many. */
function unindent(text: string, levels: number): string {
  const indent = INDENT.repeat(levels);
  return text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
