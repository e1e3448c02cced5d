import { useEffect, useState } from "react";
import { lookupsOf } from "../client/rendering/markdown-lookups.ts";
import { readyToRender, renderHere } from "../client/rendering/markdown-renderer.ts";
import { useKnown } from "./use-store.ts";

/** A text as the server will render it, at once if what renders is here; null: it is to be shown as it was written. */
export function useRendered(content: string): string | null {
  const lookups = useKnown(lookupsOf);
  const [html, setHtml] = useState(() => renderHere(content, lookups));
  useEffect(() => {
    let isWanted = true;
    const show = () => {
      if (isWanted) setHtml(renderHere(content, lookups));
    };
    // Without a network, texts stay as they were written.
    readyToRender(content, lookups).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [content, lookups]);
  return html;
}
