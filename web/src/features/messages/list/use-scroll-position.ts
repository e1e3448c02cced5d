import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { savePosition, savePositionForReload, type ScrollPosition } from "../../../client/routes/scroll-positions.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import type { MessageListItem } from "./message-list-items.ts";

type Handle = RefObject<VirtualizerHandle | null>;

/** Where a list opens. */
export interface ScrollTarget {
  /** Id of a message, or null for the newest message. */
  readonly id: number | null;
  /**
   * Distance of the message from the upper edge of the view, in pixels. Null means that the message is near the upper
   * edge, with the end of the message before it in view.
   */
  readonly offset: number | null;
  /** Id of the browser history entry in which the list was opened. */
  readonly entry: string;
}

/** Height in pixels of the content that remains visible above the message at which a list opens. */
const SPACE_ABOVE_TARGET_PX = 80;

/**
 * Scrolls the list to the position at which it opens, once for each target. The heights of messages are only estimated
 * until they are rendered, so the position is corrected when a message is higher or lower than estimated. Corrections
 * end once the user interacts with the page, or the last message of the list changes.
 * @returns a function that corrects the position. It returns false once corrections have ended.
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

/**
 * Returns the index of a message, or of the message after it if it no longer exists. Null stands for the end of the
 * list.
 */
function indexOf(items: readonly MessageListItem[], id: number | null): number | null {
  if (id === null) return null;
  const index = items.findIndex((item) => item.kind === "message" && item.id >= id);
  return index < 0 ? null : index;
}

/**
 * While the end of the list is in view, scrolls to new messages. If the page does not have the focus, the list scrolls
 * no further than to the first new message, so that no message leaves the view before the user has seen it.
 * @returns a function that scrolls to the end, or no further than to the first new message.
 */
export function useFollowEnd(handle: Handle, items: readonly MessageListItem[], isAtEnd: boolean): () => void {
  const { messages } = useClient();
  /** Id of the first message received while the page did not have the focus. */
  const away = useRef<number | null>(null);
  // Any interaction means that the user is looking at the page.
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
    // When the user sends a message, the list scrolls to it from any position.
    if (isFollowed || pendingCount(items) > pendingCount(before.current.items)) toEnd();
    before.current = { isAtEnd, items };
  }, [items, isAtEnd, messages, away, toEnd]);
  return toEnd;
}

/** Calls `onSign` whenever the user interacts with the page. */
function useUserActivity(onSign: () => void): void {
  const current = useRef(onSign);
  useEffect(() => {
    current.current = onSign;
  });
  useEffect(() => {
    const notify = () => current.current();
    const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
    for (const sign of signs) window.addEventListener(sign, notify, { passive: true, capture: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, notify, { capture: true });
    };
  }, []);
}

const isPageFocused = (): boolean => document.visibilityState === "visible" && document.hasFocus();

/** Returns the id of the first message that is newer than all previous messages, or null if there is none. */
function firstNewMessage(before: readonly MessageListItem[], items: readonly MessageListItem[]): number | null {
  const last = before.findLast(({ kind }) => kind === "message");
  const first = items.find((item) => item.kind === "message" && last?.kind === "message" && item.id > last.id);
  return first?.kind === "message" ? first.id : null;
}

/** Returns the number of pending messages. They are always at the end of the list. */
const pendingCount = (items: readonly MessageListItem[]): number =>
  items.length - 1 - items.findLastIndex(({ kind }) => kind !== "outgoing");

/** Saves the scroll position, so that it can be restored when the user returns to the list. */
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
