import { useSyncExternalStore } from "react";

/** The width of a phone, with space for either a list or the selected item, but not both. */
const narrowScreenQuery = matchMedia("(max-width: 720px)");

const subscribe = (changed: () => void): (() => void) => {
  narrowScreenQuery.addEventListener("change", changed);
  return () => narrowScreenQuery.removeEventListener("change", changed);
};

/** Whether the page is as narrow as on a phone. */
export const useIsNarrowScreen = (): boolean => useSyncExternalStore(subscribe, () => narrowScreenQuery.matches);
