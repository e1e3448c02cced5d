import Engine, { type MarkdownIt, type StateCore, type Token } from "markdown-it";
import { parseBlocks } from "./block/block-tokens.ts";
import { renderContext, MAX_DEPTH, type RenderContext } from "./render-context.ts";
import { addRenderRules } from "./html.ts";
import { emoji } from "./inline/emoji.ts";
import { emphasis } from "./inline/emphasis.ts";
import { linkify } from "./inline/linkify.ts";
import { inlineRules } from "./inline/inline-rules.ts";
import { createTextRule } from "./inline/text-rule.ts";
import { addPreviews } from "./preview/add-previews.ts";

/**
 * Creates the base engine (markdown-it) with the rules of our dialect instead of its own. The engine keeps no state
 * between renderings; the rules' state is in `env` (see render-context.ts). The engine's own nesting limit would drop
 * content, so it is set higher than our rules can reach.
 */
export function createEngine(): MarkdownIt {
  const engine = new Engine("zero", { maxNesting: MAX_DEPTH * 2 });
  engine.core.ruler.at("block", parseBlocks);
  engine.core.ruler.at("inline", parseInline);
  engine.core.ruler.push("previews", addPreviews);
  engine.core.ruler.enableOnly(["block", "inline", "previews"]);
  engine.inline.ruler.at("text", createTextRule(inlineRules.map(({ triggers }) => triggers).join("")));
  for (const { name, parse } of inlineRules) engine.inline.ruler.push(name, parse);
  engine.inline.ruler2.at("emphasis", emphasis);
  engine.inline.ruler2.before("emphasis", "linkify", linkify);
  engine.inline.ruler2.push("emoji", emoji);
  engine.inline.ruler2.enableOnly(["linkify", "emphasis", "emoji"]);
  addRenderRules(engine.renderer);
  return engine;
}

/** Parses the inline markup of each block's text, and tracks whether the block is in a quote. */
function parseInline(state: StateCore): void {
  const context = renderContext(state.env);
  for (const token of state.tokens) {
    if (token.type === "blockquote_open") context.quoteDepth++;
    else if (token.type === "blockquote_close") context.quoteDepth--;
    else if (token.type === "inline") parseInlineToken(state, token, context);
  }
}

function parseInlineToken(state: StateCore, token: Token, context: RenderContext): void {
  context.assertTimeLeft();
  state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
}
