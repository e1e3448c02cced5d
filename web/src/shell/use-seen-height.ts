import { useEffect } from "react";

/**
 * Keeps the page as high as the part of it that can be seen (`--seen`), so that what one writes in stands above the keyboard of
 * a phone also in browsers that lay their keyboard over the page.
 */
export function useSeenHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const fit = () => {
      // Who has enlarged the page looks at a part of it, which is no less high for that.
      if (visualViewport.scale > 1.01) return;
      document.documentElement.style.setProperty("--seen", `${visualViewport.height}px`);
      // Such browsers push the whole page up to show the field, which stands in view already.
      if (window.scrollY > 0) window.scrollTo(0, 0);
    };
    // Nothing covers a page that opens: to ask at once would have the browser lay it out and style it once more.
    visualViewport.addEventListener("resize", fit);
    return () => visualViewport.removeEventListener("resize", fit);
  }, []);
}
