/** What a choice is called where the browser keeps it. */
export const choiceStorageKey = (name: string): string => `parlance.${name}`;

/** A choice that this machine keeps for itself. What cannot be read is as at first. */
export function readPersistedChoice<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(choiceStorageKey(name));
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}
