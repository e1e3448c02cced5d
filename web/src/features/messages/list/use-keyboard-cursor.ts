import { type RefObject, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { isInOverlay, isWriting, keyName } from "../../../hooks/navigation/key-name.ts";
import type { MessageListItem } from "./message-list-items.ts";

/** Maximum number of animation frames to wait for a message to be rendered after the list was scrolled to it. */
const MAX_FOCUS_FRAMES = 20;

type Step = (index: number, items: readonly MessageListItem[]) => number;

const isMessage = (item: MessageListItem | undefined): boolean => item?.kind === "message";

/**
 * Returns a function that returns the index of the next message in a direction. If there is no further message, the
 * index does not change.
 */
const toNext =
  (direction: 1 | -1): Step =>
  (index, items) => {
    let at = index + direction;
    while (at >= 0 && at < items.length && !isMessage(items[at])) at += direction;
    return isMessage(items[at]) ? at : index;
  };

const steps: Readonly<Record<string, Step>> = {
  j: toNext(1),
  ArrowDown: toNext(1),
  k: toNext(-1),
  ArrowUp: toNext(-1),
  Home: (_, items) => items.findIndex(isMessage),
};

/** Keys that scroll the list. Values are distances as fractions of the view's height. */
const pageKeys: Readonly<Record<string, number>> = {
  PageDown: 0.9,
  PageUp: -0.9,
  Space: 0.9,
  "Shift Space": -0.9,
  "Shift J": 0.9,
  "Shift K": -0.9,
};

const endKeys: ReadonlySet<string> = new Set(["End", "Shift G"]);

/** Lets the user move from message to message with the keyboard. The current message has the focus. */
export function useKeyboardCursor(
  handle: RefObject<VirtualizerHandle | null>,
  items: readonly MessageListItem[],
  toNewest: () => void,
): void {
  const current = useRef({ items, toNewest });
  useEffect(() => {
    current.current = { items, toNewest };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || isInOverlay(event.target)) return;
      const list = handle.current;
      if (!list || hasOwnArrowKeys(event.target) || isActivatedBySpace(event)) return;
      if (handleKey(keyName(event), list, current.current)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [handle]);
}

interface CursorContext {
  readonly items: readonly MessageListItem[];
  readonly toNewest: () => void;
}

/** Handles a key press in the list. Returns false if the key has no function in the list. */
function handleKey(name: string, list: VirtualizerHandle, { items, toNewest }: CursorContext): boolean {
  const part = pageKeys[name];
  if (part !== undefined) {
    list.scrollBy(part * list.viewportSize);
    return true;
  }
  const isUp = name === "k" || name === "ArrowUp";
  const isEnd = endKeys.has(name);
  const next = isEnd
    ? items.findLastIndex(isMessage)
    : steps[name]?.(indexOfFocus(items) ?? indexOfView(list, isUp), items);
  const item = next === undefined ? undefined : items[next];
  if (next === undefined || item?.kind !== "message") return false;
  if (isEnd) toNewest();
  else list.scrollToIndex(next, { align: "nearest" });
  focusMessage(item.id, MAX_FOCUS_FRAMES);
  return true;
}

/** Returns true if the focus is in a part of the page that uses the arrow keys itself. */
const hasOwnArrowKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("nav, [role=toolbar], [role=tablist], audio, video") !== null;

/** Returns true if the space bar activates the focused element. */
const isActivatedBySpace = ({ key, target }: KeyboardEvent): boolean =>
  key === " " && target instanceof Element && target.closest("button, a, summary") !== null;

function indexOfFocus(items: readonly MessageListItem[]): number | null {
  const id = document.activeElement?.closest("[data-message]")?.getAttribute("data-message");
  const index = items.findIndex(({ key }) => key === id);
  return index < 0 ? null : index;
}

/**
 * Returns the index to start from if no message has the focus. It is just outside the view, so that the first key press
 * leads to the first or the last message in view.
 */
function indexOfView(list: VirtualizerHandle, isUp: boolean): number {
  const end = list.scrollOffset + list.viewportSize;
  return isUp ? list.findItemIndex(end) + 1 : list.findItemIndex(list.scrollOffset);
}

function focusMessage(id: number, frames: number): void {
  const message = document.querySelector<HTMLElement>(`[data-message="${id}"]`);
  if (message) message.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusMessage(id, frames - 1));
}
