// Saves the scroll positions of message lists, so that they can be restored when the user returns to a list.

/**
 * A scroll position: the id of a message, and its distance from the upper edge of the list in pixels. For other
 * screens, the id is 0 and `offset` the distance scrolled.
 */
export interface ScrollPosition {
  readonly id: number;
  readonly offset: number;
}

/**
 * Positions by the id of a browser history entry, and by the key of a list. The most recently saved positions are last.
 */
const savedPositions = new Map<string, ScrollPosition | null>();
const MAX_SAVED_POSITIONS = 500;

interface Entry {
  readonly entry: string;
}

const isEntry = (state: unknown): state is Entry => typeof state === "object" && state !== null && "entry" in state;

let entryCount = 0;

/**
 * Returns the id of the current browser history entry. An entry has the same id after the user goes away and back, and
 * after a reload.
 */
export function historyEntry(): string {
  const { navigation } = window as Partial<Pick<Window, "navigation">>;
  return navigation?.currentEntry?.id ?? namedEntry();
}

/**
 * Returns the id of the current history entry in browsers without the Navigation API. Creates the id if the entry has
 * none, which takes milliseconds.
 */
function namedEntry(): string {
  const state: unknown = history.state;
  if (isEntry(state)) return state.entry;
  entryCount += 1;
  const entry = `${performance.timeOrigin} ${entryCount}`;
  history.replaceState({ entry }, "");
  return entry;
}

/** Saves a scroll position for a history entry and for a list. Null means that the list is scrolled to its end. */
export function savePosition(entry: string, key: string, position: ScrollPosition | null): void {
  for (const name of [entry, key]) {
    savedPositions.delete(name);
    savedPositions.set(name, position);
  }
  for (const name of [...savedPositions.keys()].slice(0, Math.max(0, savedPositions.size - MAX_SAVED_POSITIONS)))
    savedPositions.delete(name);
}

const KEY = "parlance.position";

/**
 * Saves a scroll position for the time after a reload of the page. All other saved positions are lost by the reload.
 */
export function savePositionForReload(entry: string, position: ScrollPosition | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ entry, position }));
  } catch {
    // If the browser cannot store the position, the list opens at its default position.
  }
}

/** Restores the position that was saved before a reload. Does nothing when called again. */
function restoreAfterReload(): void {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (text === null) return;
    const { entry, position } = JSON.parse(text) as Entry & { readonly position: ScrollPosition | null };
    savedPositions.set(entry, position);
  } catch {
    // If the storage cannot be read, the list opens at its default position.
  }
}

/**
 * Returns the position saved for a history entry or a list. Null means that the list was scrolled to its end, and
 * undefined that no position was saved.
 */
export function savedPosition(name: string): ScrollPosition | null | undefined {
  restoreAfterReload();
  return savedPositions.get(name);
}
