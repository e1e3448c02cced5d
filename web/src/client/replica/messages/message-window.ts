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
  /** Number of times it was started over. Pages requested before are ignored. */
  age: number;
  /** Of two windows, the one with the higher number was opened later. */
  openedOrder: number;
  /** Position at which it was last opened, or null while it is fetched again. */
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
export function clearWindow(held: WindowState): void {
  held.age += 1;
  held.isStale = false;
  held.source.set(EMPTY_WINDOW);
}

export function updateWindow({ source }: WindowState, changes: Partial<MessageWindow>): void {
  source.set({ ...source.get(), ...changes });
}

/** A page of a narrow, as the server returns it. */
export interface WindowPage {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Merges the highlighted contents of newly received messages into the existing ones. */
export function mergeMarkedContent(
  before: MessageWindow["marked"],
  messages: readonly KnownMessage[],
): MessageWindow["marked"] {
  const found = messages.flatMap(({ id, content, match_content: html }): [number, MarkedContent][] =>
    html === undefined || html === content ? [] : [[id, { html, of: content }]],
  );
  return found.length === 0 ? before : new Map([...before, ...found]);
}

/** Returns a message without its search highlights, which belong to one search. */
export function withoutMatchFields({ match_content, match_subject, ...message }: KnownMessage): KnownMessage {
  return message;
}

/**
 * Merges two ascending lists. Ids before or after all existing ones, as in pages, do not require sorting ten thousand
 * ids.
 */
function mergeSorted(ids: readonly number[], more: readonly number[]): readonly number[] {
  const [first = Infinity] = ids;
  const last = ids.at(-1) ?? -Infinity;
  const within = more.filter((id) => id > first && id < last);
  const all = [...more.filter((id) => id < first), ...ids, ...more.filter((id) => id > last)];
  return within.length === 0 ? all : [...new Set([...all, ...within])].toSorted((a, b) => a - b);
}

/** Merges a page with the loaded part if they overlap or touch. Otherwise, the page replaces it. */
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
 * Returns the ids with a message of the narrow added. A message outside the loaded part is not added, unless it
 * directly follows the newest or precedes the oldest message.
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
