import type { RenderContext } from "../render-context.ts";
import type { Token } from "../token.ts";
import { replaceEmoji } from "./emoji.ts";
import { parseEmphasis } from "./emphasis.ts";
import { InlineParser, InlineRuleTable } from "./inline-parser.ts";
import { inlineRules } from "./inline-rules.ts";
import { linkify } from "./linkify.ts";

const rules = new InlineRuleTable(inlineRules);

/** Parses the inline markup of a block's text. */
export function parseInline(text: string, context: RenderContext): Token[] {
  const parser = new InlineParser(text, context, rules);
  parser.parseUntil(text.length);
  const linked = linkify(parser.tokens, context);
  return replaceEmoji(parseEmphasis(linked, text), text, context);
}
