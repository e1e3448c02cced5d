import type { StateCore, Token } from "markdown-it";
import { languageName } from "../code/languages.ts";
import { renderContext } from "../render-context.ts";
import { splitLines, separateLists } from "./source-lines.ts";
import { extractFences } from "./fenced-blocks.ts";
import { BlockParser } from "./block-parser.ts";
import { blockRules } from "./block-rules.ts";
import { Stash, type StashedItem } from "./stash.ts";
import { createRoot, type Block } from "./block-tree.ts";

/** Parses the blocks of a text, and converts them to tokens of the Markdown engine. */
export function parseBlocks(state: StateCore): void {
  const stash = new Stash();
  const lines = extractFences(separateLists(splitLines(state.src)), stash);
  const root = createRoot();
  new BlockParser(renderContext(state.env), blockRules).parseText(root, lines.join("\n"));
  new TokenWriter(state, stash).writeChildren(root);
}

class TokenWriter {
  readonly #state: StateCore;
  readonly #stash: Stash;

  constructor(state: StateCore, stash: Stash) {
    this.#state = state;
    this.#stash = stash;
  }

  writeChildren({ children }: Block): void {
    const spoilers = this.#spoilersIn(children);
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
      if (block.attributes.length > 0) opening.attrs = block.attributes.map(([name, value]) => [name, value]);
      if (block.text !== "") this.#writeText(block.text, tag === "li");
      this.writeChildren(block);
      this.#push(`${TYPES[tag] ?? tag}_close`, tag, -1);
    }
  }

  /** Writes a text. If the text has no paragraph of its own, adds a hidden one, because the engine requires it. */
  #writeText(text: string, hasHiddenParagraph: boolean): void {
    if (hasHiddenParagraph) this.#push("paragraph_open", "p", 1).hidden = true;
    const token = this.#push("inline", "", 0);
    token.content = this.#stash.restore(text);
    token.children = [];
    if (hasHiddenParagraph) this.#push("paragraph_close", "p", -1).hidden = true;
  }

  #writeStashed(stashed: StashedItem): void {
    if (stashed.type === "code") {
      const { defaultCodeLanguage = "" } = renderContext(this.#state.env).lookups;
      this.#writeCode(stashed.content, languageName(stashed.language || defaultCodeLanguage));
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
      const token = new this.#state.Token("display_formula", "", 0);
      token.content = formula;
      return token;
    });
    this.#push("paragraph_close", "p", -1);
  }

  #push(type: string, tag: string, nesting: Token["nesting"]): Token {
    const token = new this.#state.Token(type, tag, nesting);
    token.block = true;
    this.#state.tokens.push(token);
    return token;
  }
}

/** The engine's names for elements whose name differs from their tag. */
const TYPES: Readonly<Record<string, string>> = { p: "paragraph", li: "list_item" };

const NESTING = { spoiler_open: 1, spoiler_content: 0, spoiler_close: -1 } as const;
