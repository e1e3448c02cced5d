import { useEffect, useState } from "react";
import { markdownLookups } from "../client/rendering/markdown-lookups.ts";
import { prepareRenderer, renderMarkdown } from "../client/rendering/markdown-renderer.ts";
import { useClientState } from "./use-store.ts";

/**
 * Renders Markdown in the same way as the server. Returns null while the renderer is not loaded or if it fails; the
 * text is then shown without formatting.
 */
export function useRenderedMarkdown(content: string): string | null {
  const lookups = useClientState(markdownLookups);
  const [html, setHtml] = useState(() => renderMarkdown(content, lookups));
  useEffect(() => {
    let isWanted = true;
    const show = () => {
      if (isWanted) setHtml(renderMarkdown(content, lookups));
    };
    // If the renderer cannot be loaded, for example while offline, the text stays without formatting.
    prepareRenderer(content, lookups).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [content, lookups]);
  return html;
}
