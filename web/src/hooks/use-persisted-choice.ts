import { useCallback, useState } from "react";
import { choiceStorageKey, readPersistedChoice } from "./persisted-choice.ts";

/**
 * Returns a choice that is stored in this browser, such as whether a section is collapsed, and a function that changes
 * it.
 */
export function usePersistedChoice<T>(name: string, first: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readPersistedChoice(name, first));
  const persist = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(choiceStorageKey(name), JSON.stringify(next));
      } catch {
        // If the browser cannot store the choice, it applies until the page is closed.
      }
    },
    [name],
  );
  return [value, persist];
}
