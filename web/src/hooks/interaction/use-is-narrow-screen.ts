import { useSyncExternalStore } from "react";

/** A phone's width: there is room for the list or for what is chosen in it, not for both. */
const narrow = matchMedia("(max-width: 720px)");

const subscribe = (changed: () => void): (() => void) => {
  narrow.addEventListener("change", changed);
  return () => narrow.removeEventListener("change", changed);
};

/** Whether the page is as narrow as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
