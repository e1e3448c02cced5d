import { useCallback, useState } from "react";
import { choiceStorageKey, readPersistedChoice } from "./persisted-choice.ts";

/** State of a choice that is stored on this device, such as which sections are collapsed. */
export function usePersistedChoice<T>(name: string, first: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readPersistedChoice(name, first));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(choiceStorageKey(name), JSON.stringify(next));
      } catch {
        // Without storage, the choice lasts until the page is closed.
      }
    },
    [name],
  );
  return [value, keep];
}
