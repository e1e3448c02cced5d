// Unsaved edits of messages, persisted on this device across reloads.

export interface PersistedEdit {
  /** Markdown of the message when the edit started. */
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

/** Persists an edit, or deletes it if it changes nothing. */
export function persistEdit(me: number, id: number, edit: PersistedEdit): void {
  if (edit.content === edit.source) return deletePersistedEdit(me, id);
  try {
    localStorage.setItem(storageKey(me, id), JSON.stringify(edit));
  } catch {
    // Without storage, the text is only in the field.
  }
}

export const deletePersistedEdit = (me: number, id: number): void => localStorage.removeItem(storageKey(me, id));
