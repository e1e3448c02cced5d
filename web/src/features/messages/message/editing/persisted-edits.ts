// Changes to messages that somebody has begun and not saved: this machine keeps them, across reloads too.

export interface PersistedEdit {
  /** What the message said when the change was begun, in Markdown. */
  readonly source: string;
  /** What it shall say. */
  readonly content: string;
}

const storageKey = (me: number, id: number): string => `parlance.edit.${me}.${id}`;

/** The change that was begun to a message; null: none. */
export function readPersistedEdit(me: number, id: number): PersistedEdit | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(me, id)) ?? "null") as PersistedEdit | null;
  } catch {
    return null;
  }
}

/** Keeps a change; one that changes nothing is forgotten. */
export function persistEdit(me: number, id: number, edit: PersistedEdit): void {
  if (edit.content === edit.source) return deletePersistedEdit(me, id);
  try {
    localStorage.setItem(storageKey(me, id), JSON.stringify(edit));
  } catch {
    // A browser that keeps nothing still has what is in the field.
  }
}

export const deletePersistedEdit = (me: number, id: number): void => localStorage.removeItem(storageKey(me, id));
