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

/** The part of one narrow that is here. */
export interface WindowState {
  readonly narrow: Narrow;
  readonly source: WritableStore<MessageWindow>;
  /** How often it was begun anew: pages that were asked for before say nothing of it. */
  age: number;
  /** Of two, the one with the higher number was opened later. */
  openedOrder: number;
  /** Where it was opened last; null where it is fetched anew. */
  at: WindowAnchor | null;
  /** Whether what is here may be wrong, or have gaps: it stays on the screen until it has been fetched anew. */
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

/** Forgets what is here. */
export function clearWindow(held: WindowState): void {
  held.age += 1;
  held.isStale = false;
  held.source.set(EMPTY_WINDOW);
}

export function updateWindow({ source }: WindowState, changes: Partial<MessageWindow>): void {
  source.set({ ...source.get(), ...changes });
}

/** A page of a narrow, as the server answers it. */
export interface WindowPage {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** What was marked before, and what is marked in messages that came. */
export function mergeMarkedContent(
  before: MessageWindow["marked"],
  messages: readonly KnownMessage[],
): MessageWindow["marked"] {
  const found = messages.flatMap(({ id, content, match_content: html }): [number, MarkedContent][] =>
    html === undefined || html === content ? [] : [[id, { html, of: content }]],
  );
  return found.length === 0 ? before : new Map([...before, ...found]);
}

/** A message as it is in every list: the marks are those of one search. */
export function withoutMatchFields({ match_content, match_subject, ...message }: KnownMessage): KnownMessage {
  return message;
}

/** Two ascending lists as one. What comes before or after all that is here, as pages do, needs no sorting of ten thousand. */
function mergeSorted(ids: readonly number[], more: readonly number[]): readonly number[] {
  const [first = Infinity] = ids;
  const last = ids.at(-1) ?? -Infinity;
  const within = more.filter((id) => id > first && id < last);
  const all = [...more.filter((id) => id < first), ...ids, ...more.filter((id) => id > last)];
  return within.length === 0 ? all : [...new Set([...all, ...within])].toSorted((a, b) => a - b);
}

/** Joins a page with what is here, where they overlap or touch; else the page alone stays. */
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
 * What is here, with a message in it that belongs to the narrow. Outside of what is here without gaps it is left out, unless
 * it comes right after the newest or right before the oldest.
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
