import { parseBlocks } from "./block/block-tokens.ts";
import { toHtml } from "./html.ts";
import { parseInline } from "./inline/parse-inline.ts";
import { addPreviews } from "./preview/add-previews.ts";
import { RenderContext } from "./render-context.ts";
import { renderIfProse } from "./prose.ts";
import { RenderError, type Lookups, type Rendered } from "./render-types.ts";
import type { Token } from "./token.ts";

export { hasThumbnailPlaceholder } from "./preview/preview-tokens.ts";
export { preloadFor } from "./preload.ts";
export { renderIfProse } from "./prose.ts";
export { findReferences, noReferences } from "./references.ts";
export { RenderError } from "./render-types.ts";
export type { Embed, Lookups, References, Rendered } from "./render-types.ts";

/** Maximum length of the rendered HTML: a hundred times the length of the longest message. */
const MAX_HTML_LENGTH = 100 * 10_000;

/**
 * Renders the Markdown of a message to HTML that is safe to display. Call `preloadFor` first; otherwise, formulas and
 * code are not typeset and highlighted.
 * @throws RenderError if the HTML is longer than a million characters, or if rendering takes too long
 */
export function render(source: string, lookups: Lookups): Rendered {
  return renderIfProse(source, lookups) ?? renderMarkup(source, lookups);
}

function renderMarkup(source: string, lookups: Lookups): Rendered {
  const context = new RenderContext(lookups);
  const tokens = parseBlocks(source, context);
  parseTexts(tokens, context);
  const html = toHtml(addPreviews(tokens, context), context).trimEnd();
  if (html.length > MAX_HTML_LENGTH) throw new RenderError("The rendered text is too long");
  return context.findings.toRendered(html);
}

/** Parses the inline markup of each block's text, and tracks whether the block is in a quote. */
function parseTexts(tokens: readonly Token[], context: RenderContext): void {
  for (const token of tokens) {
    if (token.type === "blockquote_open") context.quoteDepth++;
    else if (token.type === "blockquote_close") context.quoteDepth--;
    else if (token.type === "inline" && token.content !== "") {
      context.assertTimeLeft();
      token.children = parseInline(token.content, context);
    }
  }
}
