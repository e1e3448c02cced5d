import Engine, { type MarkdownIt, type StateCore } from "markdown-it";
import { blockRules } from "./block/rules.ts";
import { contextOf, MAX_DEPTH } from "./context.ts";
import { writeDialect } from "./html.ts";
import { emphasis } from "./inline/emphasis.ts";
import { inlineRules } from "./inline/rules.ts";
import { textUpTo } from "./inline/text.ts";

/**
 * The base engine with the dialect's rules in place of its own. It keeps no state between renderings; what they need
 * travels in `env` (see context.ts). Its own limit of nesting drops content, so it lies beyond what the rules can reach.
 */
export function createEngine(): MarkdownIt {
  const engine = new Engine("zero", { maxNesting: MAX_DEPTH * 2 });
  for (const { name, interrupts, parse } of blockRules) engine.block.ruler.at(name, parse, { alt: [...interrupts] });
  engine.block.ruler.enable(["code", "hr", ...blockRules.map(({ name }) => name)]);
  engine.core.ruler.enableOnly(["normalize", "block", "inline"]);
  engine.core.ruler.at("inline", parseInline);
  engine.inline.ruler.at("text", textUpTo(inlineRules.map(({ triggers }) => triggers).join("")));
  for (const { name, parse } of inlineRules) engine.inline.ruler.push(name, parse);
  engine.inline.ruler2.at("emphasis", emphasis);
  engine.inline.ruler2.enableOnly(["emphasis"]);
  writeDialect(engine.renderer);
  return engine;
}

/** Parses the text of each block, knowing whether a quote surrounds it. */
function parseInline(state: StateCore): void {
  const context = contextOf(state.env);
  for (const token of state.tokens) {
    if (token.type === "blockquote_open") context.quoteDepth++;
    else if (token.type === "blockquote_close") context.quoteDepth--;
    else if (token.type === "inline") state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
  }
}
