import { languageName } from "../code/languages.ts";
import type { RenderContext } from "../render-context.ts";
import { Token } from "../token.ts";
import { splitLines, separateLists } from "./source-lines.ts";
import { extractFences } from "./fenced-blocks.ts";
import { BlockParser } from "./block-parser.ts";
import { blockRules } from "./block-rules.ts";
import { Stash, type StashedItem } from "./stash.ts";
import { createRoot, type Block } from "./block-tree.ts";

/** Parses the blocks of a text into tokens. The markup in the blocks' texts is not parsed yet. */
export function parseBlocks(source: string, context: RenderContext): Token[] {
  const stash = new Stash();
  const lines = extractFences(separateLists(splitLines(source)), stash);
  const root = createRoot();
  new BlockParser(context, blockRules).parseText(root, lines.join("\n"));
  const writer = new TokenWriter(context.lookups.defaultCodeLanguage ?? "", stash);
  writer.writeChildren(root);
  return writer.tokens;
}

class TokenWriter {
  readonly tokens: Token[] = [];
  readonly #defaultLanguage: string;
  readonly #stash: Stash;

  constructor(defaultLanguage: string, stash: Stash) {
    this.#defaultLanguage = defaultLanguage;
    this.#stash = stash;
  }

  writeChildren({ children }: Block): void {
    const spoilers = this.#stash.isEmpty ? NO_BLOCKS : this.#spoilersIn(children);
    for (const block of children) {
      const stashed = block.tag === "p" ? this.#stash.find(block.text) : undefined;
      if (!stashed) this.#write(block);
      else if ("content" in stashed || spoilers.has(block)) this.#writeStashed(stashed);
      if (block.tail !== "") this.#writeText(block.tail, true);
    }
  }

  /** Returns the parts of those spoilers whose end is among the children. */
  #spoilersIn(children: readonly Block[]): ReadonlySet<Block> {
    const whole = new Set<Block>();
    const open: Block[][] = [];
    for (const block of children) {
      const type = block.tag === "p" ? this.#stash.find(block.text)?.type : undefined;
      if (type === "spoiler_open") open.push([block]);
      else if (type === "spoiler_content") open.at(-1)?.push(block);
      else if (type === "spoiler_close") for (const part of [...(open.pop() ?? []), block]) whole.add(part);
    }
    return whole;
  }

  #write(block: Block): void {
    const { tag } = block;
    if (tag === "code") this.#writeCode(block.text, "");
    else if (tag === "hr") this.#push("hr", tag, 0);
    else {
      const opening = this.#push(`${TYPES[tag] ?? tag}_open`, tag, 1);
      opening.attributes = block.attributes;
      if (block.text !== "") this.#writeText(block.text, tag === "li");
      this.writeChildren(block);
      this.#push(`${TYPES[tag] ?? tag}_close`, tag, -1);
    }
  }

  /** Writes a text. If the text has no paragraph of its own, adds a hidden one, so that every text is in a block. */
  #writeText(text: string, hasHiddenParagraph: boolean): void {
    if (hasHiddenParagraph) this.#push("paragraph_open", "p", 1).hidden = true;
    const token = this.#push("inline", "", 0);
    token.content = this.#stash.restore(text);
    if (hasHiddenParagraph) this.#push("paragraph_close", "p", -1).hidden = true;
  }

  #writeStashed(stashed: StashedItem): void {
    if (stashed.type === "code") {
      this.#writeCode(stashed.content, languageName(stashed.language || this.#defaultLanguage));
    } else if (stashed.type === "math") this.#writeFormulas(stashed.content);
    else this.#push(stashed.type, "div", NESTING[stashed.type]);
  }

  #writeCode(text: string, language: string): void {
    const token = this.#push("code_block", "code", 0);
    token.info = language;
    token.content = text.replace(/^\n+/, "").replace(/(?<!\n)\n+$/, "");
  }

  /** Writes a formula for each part between blank lines. */
  #writeFormulas(text: string): void {
    const formulas = text.split(/\n\n+/).filter((formula) => formula.trim() !== "");
    if (formulas.length === 0) return;
    this.#push("paragraph_open", "p", 1);
    const inline = this.#push("inline", "", 0);
    inline.children = formulas.map((formula) => {
      const token = new Token("display_formula", "", 0);
      token.content = formula;
      return token;
    });
    this.#push("paragraph_close", "p", -1);
  }

  #push(type: string, tag: string, nesting: Token["nesting"]): Token {
    const token = new Token(type, tag, nesting);
    token.block = true;
    this.tokens.push(token);
    return token;
  }
}

const NO_BLOCKS: ReadonlySet<Block> = new Set();

/** The types of the tokens of elements whose name differs from their tag. */
const TYPES: Readonly<Record<string, string>> = { p: "paragraph", li: "list_item" };

const NESTING = { spoiler_open: 1, spoiler_content: 0, spoiler_close: -1 } as const;
