import type { RenderContext } from "../render-context.ts";
import type { Token } from "../token.ts";
import { toHref } from "../urls.ts";
import {
  applyReplacements,
  elementTokens,
  OPAQUE_CHARACTER,
  createOutline,
  type TextReplacement,
} from "./text-outline.ts";

/**
 * Applies the organization's linkifiers to text that no other syntax has matched. If matches of two linkifiers overlap,
 * the one that comes first in the list is used.
 */
export function linkify(tokens: Token[], { lookups, findings, quoteDepth }: RenderContext): Token[] {
  if (!lookups.linkifiers?.length) return tokens;
  let outline = createOutline(tokens);
  const cuts: TextReplacement[] = [];
  for (const linkifier of lookups.linkifiers) {
    let rest = "";
    let end = 0;
    for (const match of linkifier.match(outline)) {
      const text = outline.slice(match.start, match.end);
      const href = toHref(match.url);
      if (href === null || match.start < end || text === "" || /[\uFFFC\n]/.test(text)) continue;
      findings.addLink(href, quoteDepth > 0);
      cuts.push({
        offset: match.start,
        length: text.length,
        tokens: elementTokens("a", [["href", href]], text),
      });
      rest += outline.slice(end, match.start) + OPAQUE_CHARACTER.repeat(text.length);
      end = match.end;
    }
    if (end > 0) outline = rest + outline.slice(end);
  }
  return applyReplacements(
    tokens,
    cuts.sort((one, other) => one.offset - other.offset),
  );
}
