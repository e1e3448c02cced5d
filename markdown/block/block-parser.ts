import { MAX_DEPTH, type RenderContext } from "../render-context.ts";
import type { Block } from "./block-tree.ts";

/**
 * The role of a text that is parsed: an item of a list, an item after a blank line (`loose list`), the continuation of
 * an item, or a quote.
 */
export type ParsePurpose = "list" | "loose list" | "continuation" | "quote";

/** Chunks of lines (separated by blank lines) that have not been parsed yet. The last element is parsed next. */
export type PendingChunks = string[];

/**
 * Parses the next pending chunk if the rule applies to it, and adds the result to a block. Returns false if the rule
 * does not apply.
 */
export type BlockRule = (parser: BlockParser, parent: Block, pending: PendingChunks) => boolean;

/** Divides text into blocks. The first rule that applies to a chunk is used. */
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

  /** Returns whether a list or a quote may be started here. */
  canNest(parent: Block): boolean {
    return parent.depth < MAX_DEPTH;
  }
}
