import { useState } from "react";

/** A choice that this machine keeps for itself, such as which parts of a list are folded. What cannot be read is as at first. */
export function useKept<T>(name: string, first: T): readonly [T, (value: T) => void] {
  const key = `parlance.${name}`;
  const [value, setValue] = useState<T>(() => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? first : (JSON.parse(text) as T);
    } catch {
      return first;
    }
  });
  const keep = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing still shows what was chosen until it is closed.
    }
  };
  return [value, keep];
}
