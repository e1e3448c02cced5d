import type { StateBlock } from "markdown-it";
import { blockquote } from "./blockquote.ts";
import { fence } from "./fence.ts";
import { heading } from "./heading.ts";
import { list } from "./list.ts";
import { paragraph } from "./paragraph.ts";
import { table } from "./table.ts";

/** A rule of the block parser. */
export interface BlockRule {
  /** The built-in rule whose place in the order it takes. */
  readonly name: string;
  /** The kinds of blocks that it may interrupt without a blank line. */
  readonly interrupts: readonly string[];
  /** Recognizes a block at `startLine`: pushes its tokens and sets `state.line` behind it; `silent` only asks. */
  readonly parse: (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
}

/** The blocks in which the dialect differs from the base engine. Horizontal rules and indented code are as built in. */
export const blockRules: readonly BlockRule[] = [
  { name: "table", interrupts: [], parse: table },
  { name: "fence", interrupts: ["paragraph", "blockquote", "list"], parse: fence },
  { name: "blockquote", interrupts: ["paragraph", "blockquote", "list"], parse: blockquote },
  { name: "list", interrupts: ["paragraph", "blockquote"], parse: list },
  { name: "heading", interrupts: ["paragraph", "blockquote"], parse: heading },
  { name: "paragraph", interrupts: [], parse: paragraph },
];
