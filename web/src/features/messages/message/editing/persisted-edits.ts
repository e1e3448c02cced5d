// Stores unsaved edits of messages in the browser, so that they survive a reload.

export interface PersistedEdit {
  /** Markdown of the message at the start of the edit. */
  readonly source: string;
  /** The edited Markdown. */
  readonly content: string;
}

const storageKey = (me: number, id: number): string => `parlance.edit.${me}.${id}`;

/** Returns the persisted edit of a message, or null if there is none. */
export function readPersistedEdit(me: number, id: number): PersistedEdit | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(me, id)) ?? "null") as PersistedEdit | null;
  } catch {
    return null;
  }
}

/** Persists an edit. If the edit changes nothing, deletes it instead. */
export function persistEdit(me: number, id: number, edit: PersistedEdit): void {
  if (edit.content === edit.source) return deletePersistedEdit(me, id);
  try {
    localStorage.setItem(storageKey(me, id), JSON.stringify(edit));
  } catch {
    // If the browser cannot store the text, the text exists only in the input field.
  }
}

export const deletePersistedEdit = (me: number, id: number): void => localStorage.removeItem(storageKey(me, id));
