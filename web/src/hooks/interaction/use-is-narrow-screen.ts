import { useSyncExternalStore } from "react";

/**
 * Matches screens with the width of a phone, which have space for either a list or the selected item, but not for both.
 */
const narrowScreenQuery = matchMedia("(max-width: 720px)");

const subscribe = (changed: () => void): (() => void) => {
  narrowScreenQuery.addEventListener("change", changed);
  return () => narrowScreenQuery.removeEventListener("change", changed);
};

/** Returns true if the page is as narrow as on a phone. */
export const useIsNarrowScreen = (): boolean => useSyncExternalStore(subscribe, () => narrowScreenQuery.matches);
