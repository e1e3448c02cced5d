/** Returns the storage key of a choice. */
export const choiceStorageKey = (name: string): string => `parlance.${name}`;

/** Reads a choice stored on this device. Returns the default if it cannot be read. */
export function readPersistedChoice<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(choiceStorageKey(name));
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}
