import type { KnownMessage, MarkedContent, MessageWindow, WindowAnchor } from "./messages.ts";
import type { Narrow } from "../../routes/narrow.ts";
import { WritableStore } from "../../stores/writable-store.ts";

export const EMPTY_WINDOW: MessageWindow = {
  ids: [],
  hasOldest: false,
  hasNewest: false,
  isPartial: false,
  loading: null,
  anchor: null,
  problem: null,
  marked: new Map(),
};

/** The loaded part of a narrow. */
export interface WindowState {
  readonly narrow: Narrow;
  readonly source: WritableStore<MessageWindow>;
  /** Number of times that a fetch in flight was discarded. A page that was requested with a lower number is ignored. */
  age: number;
  /** Position in the order in which windows were opened. The window with the highest number was opened last. */
  openedOrder: number;
  /** Position at which the window was last opened, or null before that and after a refetch. */
  at: WindowAnchor | null;
  /** Whether the loaded part may be wrong or have gaps. It remains displayed until it has been fetched again. */
  isStale: boolean;
}

export const createWindowState = (narrow: Narrow): WindowState => ({
  narrow,
  source: new WritableStore(EMPTY_WINDOW),
  age: 0,
  openedOrder: 0,
  at: null,
  isStale: false,
});

/** Clears the window. */
export function clearWindow(windowState: WindowState): void {
  windowState.age += 1;
  windowState.isStale = false;
  windowState.source.set(EMPTY_WINDOW);
}

export function updateWindow({ source }: WindowState, changes: Partial<MessageWindow>): void {
  source.set({ ...source.get(), ...changes });
}

/** The ids of a fetched page of messages, and whether the page extends to the ends of the narrow. */
export interface WindowPage {
  /** Ids in ascending order. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Adds the highlighted contents of fetched messages to those that are already known. */
export function mergeMarkedContent(
  before: MessageWindow["marked"],
  messages: readonly KnownMessage[],
): MessageWindow["marked"] {
  const found = messages.flatMap(({ id, content, match_content: html }): [number, MarkedContent][] =>
    html === undefined || html === content ? [] : [[id, { html, of: content }]],
  );
  return found.length === 0 ? before : new Map([...before, ...found]);
}

/** Returns a message without its search highlights, which are valid for only one search. */
export function withoutMatchFields({ match_content, match_subject, ...message }: KnownMessage): KnownMessage {
  return message;
}

/**
 * Merges two ascending lists of ids. In the usual case, the new ids are all before or after the existing ones, and
 * sorting up to ten thousand ids is avoided.
 */
function mergeSorted(ids: readonly number[], more: readonly number[]): readonly number[] {
  const [first = Infinity] = ids;
  const last = ids.at(-1) ?? -Infinity;
  const within = more.filter((id) => id > first && id < last);
  const all = [...more.filter((id) => id < first), ...ids, ...more.filter((id) => id > last)];
  return within.length === 0 ? all : [...new Set([...all, ...within])].toSorted((a, b) => a - b);
}

/**
 * Merges a fetched page into the loaded part of a narrow. The page replaces the loaded part if there may be a gap
 * between them.
 */
export function mergePage(
  window: MessageWindow,
  page: WindowPage,
  side: "around" | "older" | "newer",
): Partial<MessageWindow> {
  const { ids } = window;
  const known = new Set(ids);
  const isContiguous = side !== "around" || page.ids.some((id) => known.has(id));
  if (ids.length === 0 || !isContiguous) {
    return { ids: page.ids, hasOldest: page.foundOldest, hasNewest: page.foundNewest };
  }
  const all = mergeSorted(ids, page.ids);
  const reachesBack = (page.ids[0] ?? Infinity) <= (ids[0] ?? -Infinity);
  const reachesOn = (page.ids.at(-1) ?? -Infinity) >= (ids.at(-1) ?? Infinity);
  return {
    ids: all,
    hasOldest: window.hasOldest || (page.foundOldest && (reachesBack || side === "older")),
    hasNewest: window.hasNewest || (page.foundNewest && (reachesOn || side === "newer")),
  };
}

/**
 * Returns the ids of the loaded part, with a message of the narrow added. A message before or after the loaded part is
 * added only if the loaded part already extends to that end of the narrow; otherwise, there could be a gap.
 */
export function insertMessage(window: MessageWindow, id: number): readonly number[] {
  const { ids, hasNewest, hasOldest } = window;
  const [first] = ids;
  const last = ids.at(-1);
  if (ids.includes(id)) return ids;
  if (first === undefined || last === undefined) return hasNewest ? [id] : ids;
  if (id > last) return hasNewest ? [...ids, id] : ids;
  if (id < first) return hasOldest ? [id, ...ids] : ids;
  return [...ids, id].toSorted((a, b) => a - b);
}
