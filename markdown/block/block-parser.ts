import { MAX_DEPTH, type RenderContext } from "../render-context.ts";
import type { Block } from "./block-tree.ts";

/** Purpose for which a text is parsed: as an item of a list, as a continuation of one, or as a quote. */
export type ParsePurpose = "list" | "loose list" | "continuation" | "quote";

/** Chunks of lines between blank lines that are not parsed yet; the last one is next. */
export type PendingChunks = string[];

/** Parses the next of the pending chunks and adds the result to a block; returns false if the rule does not apply. */
export type BlockRule = (parser: BlockParser, parent: Block, pending: PendingChunks) => boolean;

/** Divides text into blocks. If several rules apply, the first of them is used. */
export class BlockParser {
  readonly context: RenderContext;
  readonly #rules: readonly BlockRule[];
  readonly #purposes: ParsePurpose[] = [];

  constructor(context: RenderContext, rules: readonly BlockRule[]) {
    this.context = context;
    this.#rules = rules;
  }

  get purpose(): ParsePurpose | undefined {
    return this.#purposes.at(-1);
  }

  /** Parses text that may contain blank lines. */
  parseText(parent: Block, text: string, purpose?: ParsePurpose): void {
    this.parse(parent, text.split("\n\n").reverse(), purpose);
  }

  /** Parses one chunk of lines. */
  parseChunk(parent: Block, text: string, purpose?: ParsePurpose): void {
    this.parse(parent, [text], purpose);
  }

  parse(parent: Block, pending: PendingChunks, purpose?: ParsePurpose): void {
    this.context.assertTimeLeft();
    if (purpose) this.#purposes.push(purpose);
    while (pending.length > 0) this.#rules.some((rule) => rule(this, parent, pending));
    if (purpose) this.#purposes.pop();
  }

  /** Whether a list or a quote may be opened here. */
  canNest(parent: Block): boolean {
    return parent.depth < MAX_DEPTH;
  }
}
