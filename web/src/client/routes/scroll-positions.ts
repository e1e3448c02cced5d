// Where somebody was in lists of messages, so that they find it again when they return.

/** A message, and how far below the upper edge of the list it begins, in pixels. */
export interface ScrollPosition {
  readonly id: number;
  readonly offset: number;
}

/** By entry of the browser's history, and by what the list shows; those kept last are the last. */
const savedPositions = new Map<string, ScrollPosition | null>();
const MAX_SAVED_POSITIONS = 500;

interface Entry {
  readonly entry: string;
}

const isEntry = (state: unknown): state is Entry => typeof state === "object" && state !== null && "entry" in state;

let entryCount = 0;

/** Names the entry of the browser's history in which the page is; the same again after a way there and back, and after a reload. */
export function historyEntry(): string {
  const { navigation } = window as Partial<Pick<Window, "navigation">>;
  return navigation?.currentEntry?.id ?? namedEntry();
}

/** For browsers that have no names of their own for entries: to give them one takes milliseconds. */
function namedEntry(): string {
  const state: unknown = history.state;
  if (isEntry(state)) return state.entry;
  entryCount += 1;
  const entry = `${performance.timeOrigin} ${entryCount}`;
  history.replaceState({ entry }, "");
  return entry;
}

/** Keeps where one is in a list, for the entry and for the list; null: at its end. */
export function savePosition(entry: string, key: string, position: ScrollPosition | null): void {
  for (const name of [entry, key]) {
    savedPositions.delete(name);
    savedPositions.set(name, position);
  }
  for (const name of [...savedPositions.keys()].slice(0, Math.max(0, savedPositions.size - MAX_SAVED_POSITIONS)))
    savedPositions.delete(name);
}

const KEY = "parlance.position";

/** The same across a reload of the page, which forgets everything else. */
export function savePositionForReload(entry: string, position: ScrollPosition | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ entry, position }));
  } catch {
    // A browser that keeps nothing opens the list anew.
  }
}

/** What was kept across a reload, once. */
function restoreAfterReload(): void {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (text === null) return;
    const { entry, position } = JSON.parse(text) as Entry & { readonly position: ScrollPosition | null };
    savedPositions.set(entry, position);
  } catch {
    // As above.
  }
}

/** Where one was in this entry of the history, or else in this list; null: at its end. Undefined: one was not there. */
export function savedPosition(name: string): ScrollPosition | null | undefined {
  restoreAfterReload();
  return savedPositions.get(name);
}
