import type { Attributes } from "../token.ts";

/** A block of a text. `text` is inside, before the children; `tail` follows the block's end. */
export interface Block {
  readonly tag: string;
  /** Number of blocks around this one. */
  readonly depth: number;
  readonly attributes: Attributes;
  readonly children: Block[];
  text: string;
  tail: string;
}

/** Creates the outermost block, which contains all others. */
export function createRoot(): Block {
  return { tag: "", depth: 0, attributes: [], children: [], text: "", tail: "" };
}

export function createBlock(parent: Block, tag: string, text = "", attributes: Block["attributes"] = []): Block {
  return { tag, depth: parent.depth + 1, attributes, children: [], text, tail: "" };
}

/** Adds a block at the end of a parent. */
export function addBlock(parent: Block, tag: string, text = "", attributes: Block["attributes"] = []): Block {
  const block = createBlock(parent, tag, text, attributes);
  parent.children.push(block);
  return block;
}

export const isList = (block: Block | undefined): boolean => block?.tag === "ul" || block?.tag === "ol";
