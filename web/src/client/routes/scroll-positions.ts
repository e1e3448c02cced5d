// Saved scroll positions of message lists, to be restored when the user returns.

/** A message, and its distance from the upper edge of the list, in pixels. */
export interface ScrollPosition {
  readonly id: number;
  readonly offset: number;
}

/** Positions by browser history entry and by list. The most recently saved are last. */
const savedPositions = new Map<string, ScrollPosition | null>();
const MAX_SAVED_POSITIONS = 500;

interface Entry {
  readonly entry: string;
}

const isEntry = (state: unknown): state is Entry => typeof state === "object" && state !== null && "entry" in state;

let entryCount = 0;

/** Returns an id of the current browser history entry. It is the same after going away and back, and after a reload. */
export function historyEntry(): string {
  const { navigation } = window as Partial<Pick<Window, "navigation">>;
  return navigation?.currentEntry?.id ?? namedEntry();
}

/** Creates an id in browsers whose entries have none. Setting one takes milliseconds. */
function namedEntry(): string {
  const state: unknown = history.state;
  if (isEntry(state)) return state.entry;
  entryCount += 1;
  const entry = `${performance.timeOrigin} ${entryCount}`;
  history.replaceState({ entry }, "");
  return entry;
}

/** Saves a scroll position, for the history entry and for the list. Null: at the end. */
export function savePosition(entry: string, key: string, position: ScrollPosition | null): void {
  for (const name of [entry, key]) {
    savedPositions.delete(name);
    savedPositions.set(name, position);
  }
  for (const name of [...savedPositions.keys()].slice(0, Math.max(0, savedPositions.size - MAX_SAVED_POSITIONS)))
    savedPositions.delete(name);
}

const KEY = "parlance.position";

/** Saves a scroll position across a reload of the page, which loses everything else. */
export function savePositionForReload(entry: string, position: ScrollPosition | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ entry, position }));
  } catch {
    // Without storage, the list opens at its default position.
  }
}

/** Restores, once, the position saved across a reload. */
function restoreAfterReload(): void {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (text === null) return;
    const { entry, position } = JSON.parse(text) as Entry & { readonly position: ScrollPosition | null };
    savedPositions.set(entry, position);
  } catch {
    // See above.
  }
}

/** Returns the position saved for a history entry or a list. Null: at the end. Undefined: none was saved. */
export function savedPosition(name: string): ScrollPosition | null | undefined {
  restoreAfterReload();
  return savedPositions.get(name);
}
