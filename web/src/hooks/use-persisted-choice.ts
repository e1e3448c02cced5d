import { useCallback, useState } from "react";
import { keptAs, keptChoice } from "./persisted-choice.ts";

/** A choice that this machine keeps for itself, such as which parts of a list are folded. */
export function useKept<T>(name: string, first: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => keptChoice(name, first));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(keptAs(name), JSON.stringify(next));
      } catch {
        // A browser that keeps nothing still shows what was chosen until it is closed.
      }
    },
    [name],
  );
  return [value, keep];
}
