import { useEffect, useState } from "react";
import { markdownLookups } from "../client/rendering/markdown-lookups.ts";
import { prepareRenderer, renderMarkdown } from "../client/rendering/markdown-renderer.ts";
import { useClientState } from "./use-store.ts";

/** A text as the server will render it, at once if what renders is here; null: it is to be shown as it was written. */
export function useRenderedMarkdown(content: string): string | null {
  const lookups = useClientState(markdownLookups);
  const [html, setHtml] = useState(() => renderMarkdown(content, lookups));
  useEffect(() => {
    let isWanted = true;
    const show = () => {
      if (isWanted) setHtml(renderMarkdown(content, lookups));
    };
    // Without a network, texts stay as they were written.
    prepareRenderer(content, lookups).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [content, lookups]);
  return html;
}
