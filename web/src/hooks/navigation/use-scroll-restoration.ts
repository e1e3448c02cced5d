import { type RefObject, useLayoutEffect } from "react";
import { historyEntry, savePosition, savedPosition } from "../../client/routes/scroll-positions.ts";

/** Restores a screen's scroll position when the user navigates back to it. */
export function useScrollRestoration(list: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const element = list.current;
    const entry = historyEntry();
    element?.scrollTo({ top: savedPosition(entry)?.offset ?? 0 });
    return () => {
      if (element) savePosition(entry, name, { id: 0, offset: element.scrollTop });
    };
  }, [list, name]);
}
