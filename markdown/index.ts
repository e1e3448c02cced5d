import { RenderContext, type RenderEnv } from "./render-context.ts";
import { createEngine } from "./engine.ts";
import { RenderError, type Lookups, type Rendered } from "./render-types.ts";

export { hasThumbnailPlaceholder } from "./preview/preview-tokens.ts";
export { preloadFor } from "./preload.ts";
export { findReferences, noReferences } from "./references.ts";
export { RenderError } from "./render-types.ts";
export type { Embed, Lookups, References, Rendered } from "./render-types.ts";

/** Maximum length of the rendered HTML: a hundred times the length of the longest message. */
const MAX_HTML_LENGTH = 100 * 10_000;

const engine = createEngine();

/**
 * Renders the Markdown of a message to HTML that is safe to display. Call `preloadFor` first; otherwise, formulas and
 * code are not typeset and highlighted.
 * @throws RenderError if the HTML is longer than a million characters, or if rendering takes too long
 */
export function render(source: string, lookups: Lookups): Rendered {
  const context = new RenderContext(lookups);
  const env: RenderEnv = { context };
  const html = engine.render(source, env).trimEnd();
  if (html.length > MAX_HTML_LENGTH) throw new RenderError("The rendered text is too long");
  return context.findings.toRendered(html);
}
