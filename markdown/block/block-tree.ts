/** The blocks that a text consists of; `text` comes before the children, `tail` behind the element itself. */
export interface Block {
  readonly tag: string;
  /** How many elements surround it. */
  readonly depth: number;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: Block[];
  text: string;
  tail: string;
}

/** A block in no other. */
export function createRoot(): Block {
  return { tag: "", depth: 0, attributes: [], children: [], text: "", tail: "" };
}

export function createBlock(parent: Block, tag: string, text = "", attributes: Block["attributes"] = []): Block {
  return { tag, depth: parent.depth + 1, attributes, children: [], text, tail: "" };
}

/** Adds a block behind the others within a parent. */
export function addBlock(parent: Block, tag: string, text = "", attributes: Block["attributes"] = []): Block {
  const block = createBlock(parent, tag, text, attributes);
  parent.children.push(block);
  return block;
}

export const isList = (block: Block | undefined): boolean => block?.tag === "ul" || block?.tag === "ol";
