/** Returns the key under which the browser stores a choice. */
export const choiceStorageKey = (name: string): string => `parlance.${name}`;

/** Returns a choice that is stored in this browser, or `first` if there is none or it cannot be read. */
export function readPersistedChoice<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(choiceStorageKey(name));
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}
