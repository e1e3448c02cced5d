// Changes to messages that somebody has begun and not saved: this machine keeps them, across reloads too.

export interface KeptEdit {
  /** What the message said when the change was begun, in Markdown. */
  readonly source: string;
  /** What it shall say. */
  readonly content: string;
}

const keyOf = (me: number, id: number): string => `parlance.edit.${me}.${id}`;

/** The change that was begun to a message; null: none. */
export function keptEdit(me: number, id: number): KeptEdit | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me, id)) ?? "null") as KeptEdit | null;
  } catch {
    return null;
  }
}

/** Keeps a change; one that changes nothing is forgotten. */
export function keepEdit(me: number, id: number, edit: KeptEdit): void {
  if (edit.content === edit.source) return forgetEdit(me, id);
  try {
    localStorage.setItem(keyOf(me, id), JSON.stringify(edit));
  } catch {
    // A browser that keeps nothing still has what is in the field.
  }
}

export const forgetEdit = (me: number, id: number): void => localStorage.removeItem(keyOf(me, id));
