import { useCallback, useState } from "react";
import { choiceStorageKey, readPersistedChoice } from "./persisted-choice.ts";

/** A choice that this machine keeps for itself, such as which parts of a list are folded. */
export function usePersistedChoice<T>(name: string, first: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readPersistedChoice(name, first));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(choiceStorageKey(name), JSON.stringify(next));
      } catch {
        // A browser that keeps nothing still shows what was chosen until it is closed.
      }
    },
    [name],
  );
  return [value, keep];
}
