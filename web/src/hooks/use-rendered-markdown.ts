import { useEffect, useState } from "react";
import { markdownLookups } from "../client/rendering/markdown-lookups.ts";
import { prepareRenderer, renderMarkdown } from "../client/rendering/markdown-renderer.ts";
import { useClientState } from "./use-store.ts";

/**
 * Renders Markdown as the server will, immediately if the renderer is loaded. Null: the text is to be shown unrendered.
 */
export function useRenderedMarkdown(content: string): string | null {
  const lookups = useClientState(markdownLookups);
  const [html, setHtml] = useState(() => renderMarkdown(content, lookups));
  useEffect(() => {
    let isWanted = true;
    const show = () => {
      if (isWanted) setHtml(renderMarkdown(content, lookups));
    };
    // Without a network, texts remain unrendered.
    prepareRenderer(content, lookups).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [content, lookups]);
  return html;
}
