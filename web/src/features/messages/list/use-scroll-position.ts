import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { savePosition, savePositionForReload, type ScrollPosition } from "../../../client/routes/scroll-positions.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import type { MessageListItem } from "./message-list-items.ts";

type Handle = RefObject<VirtualizerHandle | null>;

/** What to show when a list is opened. */
export interface ScrollTarget {
  /** A message; null: the newest. */
  readonly id: number | null;
  /** How far below the upper edge it begins, in pixels; null: below what comes before it. */
  readonly offset: number | null;
  /** The entry of the browser's history for which this holds. */
  readonly entry: string;
}

/** So much of what comes before a message is shown as well, in pixels. */
const SPACE_ABOVE_TARGET_PX = 80;

/**
 * Opens the list where it should open, once for each target. How high messages are is known only when they are drawn: until somebody
 * does something, what was asked for is put in its place again with each that turns out higher or lower than was thought. Returns
 * what does so; false: the list is where somebody wanted it.
 */
export function useScrollToTarget(
  handle: Handle,
  items: readonly MessageListItem[],
  target: ScrollTarget,
): () => boolean {
  const opened = useRef<ScrollTarget | null>(null);
  const isOpening = useRef(false);
  const current = useRef(items);
  useUserActivity(() => (isOpening.current = false));
  const open = useCallback(() => {
    const list = handle.current;
    const all = current.current;
    if (!list || all.length === 0 || opened.current === null) return;
    const { id, offset } = opened.current;
    const index = indexOf(all, id);
    if (index === null) list.scrollToIndex(all.length - 1, { align: "end" });
    else if (offset !== null) list.scrollToIndex(index, { align: "start", offset: -offset });
    else list.scrollToIndex(Math.max(0, index - 1), { align: "start", offset: -SPACE_ABOVE_TARGET_PX });
  }, [handle]);
  useLayoutEffect(() => {
    const last = (list: readonly MessageListItem[]) => list.findLast(({ kind }) => kind === "message")?.key;
    if (last(current.current) !== last(items)) isOpening.current = false;
    current.current = items;
    if (opened.current === target || items.length === 0) return;
    opened.current = target;
    isOpening.current = target.id !== null;
    open();
  }, [items, target, open]);
  return useCallback(() => {
    if (isOpening.current) open();
    return isOpening.current;
  }, [open]);
}

/** Where a message is; where it is gone, the one after it. Null: at the end. */
function indexOf(items: readonly MessageListItem[], id: number | null): number | null {
  if (id === null) return null;
  const index = items.findIndex((item) => item.kind === "message" && item.id >= id);
  return index < 0 ? null : index;
}

/**
 * Follows the end of the list while one is there. Who is not looking finds what came meanwhile from its beginning: nothing goes past
 * them. Returns what goes to the end.
 */
export function useFollowEnd(handle: Handle, items: readonly MessageListItem[], isAtEnd: boolean): () => void {
  const { messages } = useClient();
  /** The first message that came while nobody was looking. */
  const away = useRef<number | null>(null);
  // Who presses something is not away.
  useUserActivity(() => (away.current = null));
  const current = useRef(items);
  const toEnd = useCallback(() => {
    const list = handle.current;
    const all = current.current;
    if (!list || all.length === 0) return;
    const first = all.findIndex((item) => item.kind === "message" && item.id === away.current);
    const isPast =
      first >= 0 && list.getItemOffset(first) - SPACE_ABOVE_TARGET_PX < list.scrollSize - list.viewportSize;
    if (isPast) list.scrollToIndex(first, { align: "start", offset: -SPACE_ABOVE_TARGET_PX });
    else list.scrollToIndex(all.length - 1, { align: "end" });
  }, [handle, away]);
  const before = useRef({ isAtEnd, items });
  useLayoutEffect(() => {
    current.current = items;
    if (before.current.items === items && before.current.isAtEnd === isAtEnd) return;
    const isUnread = (id: number | null) => id !== null && !messages.message(id).get()?.flags.includes("read");
    if (!isUnread(away.current)) away.current = null;
    if (!isPageFocused()) away.current ??= firstNewMessage(before.current.items, items);
    const isFollowed = before.current.isAtEnd && isAtEnd;
    // What one has written is to be seen, wherever one was reading.
    if (isFollowed || pendingCount(items) > pendingCount(before.current.items)) toEnd();
    before.current = { isAtEnd, items };
  }, [items, isAtEnd, messages, away, toEnd]);
  return toEnd;
}

/** Calls with each sign that somebody is using the page. */
function useUserActivity(onSign: () => void): void {
  const current = useRef(onSign);
  useEffect(() => {
    current.current = onSign;
  });
  useEffect(() => {
    const tell = () => current.current();
    const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
    for (const sign of signs) window.addEventListener(sign, tell, { passive: true, capture: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, tell, { capture: true });
    };
  }, []);
}

const isPageFocused = (): boolean => document.visibilityState === "visible" && document.hasFocus();

/** The first message after those that were there before. */
function firstNewMessage(before: readonly MessageListItem[], items: readonly MessageListItem[]): number | null {
  const last = before.findLast(({ kind }) => kind === "message");
  const first = items.find((item) => item.kind === "message" && last?.kind === "message" && item.id > last.id);
  return first?.kind === "message" ? first.id : null;
}

/** How many are on their way: they stand at the end. */
const pendingCount = (items: readonly MessageListItem[]): number =>
  items.length - 1 - items.findLastIndex(({ kind }) => kind !== "outgoing");

/** Keeps where one is in the list for when one returns. */
export function useSavedPosition(
  handle: Handle,
  items: readonly MessageListItem[],
  { entry, key, isAtEnd }: { readonly entry: string; readonly key: string; readonly isAtEnd: boolean },
): void {
  const current = useRef({ items, isAtEnd });
  useLayoutEffect(() => {
    current.current = { items, isAtEnd };
  });
  useLayoutEffect(() => {
    const list = handle.current;
    const position = () => (current.current.isAtEnd || !list ? null : currentPosition(list, current.current.items));
    const onHide = () => savePositionForReload(entry, position());
    window.addEventListener("pagehide", onHide);
    return () => {
      window.removeEventListener("pagehide", onHide);
      savePosition(entry, key, position());
    };
  }, [handle, entry, key]);
}

function currentPosition(list: VirtualizerHandle, items: readonly MessageListItem[]): ScrollPosition | null {
  const from = list.findItemIndex(list.scrollOffset);
  const index = items.findIndex(({ kind }, at) => at >= from && kind === "message");
  const item = items[index];
  return item?.kind === "message" ? { id: item.id, offset: list.getItemOffset(index) - list.scrollOffset } : null;
}
