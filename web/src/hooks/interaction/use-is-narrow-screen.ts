import { useSyncExternalStore } from "react";

/** A phone's width: there is room for the list or for what is chosen in it, not for both. */
const narrowScreenQuery = matchMedia("(max-width: 720px)");

const subscribe = (changed: () => void): (() => void) => {
  narrowScreenQuery.addEventListener("change", changed);
  return () => narrowScreenQuery.removeEventListener("change", changed);
};

/** Whether the page is as narrow as on a phone. */
export const useIsNarrowScreen = (): boolean => useSyncExternalStore(subscribe, () => narrowScreenQuery.matches);
