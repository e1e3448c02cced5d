import { useEffect, useMemo, useRef, useState, type ReactElement, type Ref } from "react";
import { Virtualizer, type VirtualizerHandle, type CustomItemComponentProps } from "virtua";
import { type MessagesRoute, narrowOf } from "../../../client/routes/route.ts";
import { narrowKey } from "../../../client/routes/narrow.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import type { MessageListItem } from "./message-list-items.ts";
import { JumpToNewest, useLastVisible } from "./jump-to-newest.tsx";
import styles from "./message-list.module.css";
import { useFetchOnScroll, useTrimmedList, useMarkReadInView } from "./visible-messages.ts";
import { useKeyboardCursor } from "./use-keyboard-cursor.ts";
import { type ScrollTarget, useFollowEnd, useSavedPosition, useScrollToTarget } from "./use-scroll-position.ts";
import { MessageListRow } from "./message-list-item.tsx";

/** Position in pixels that is far above the visible part of the list. */
const OFFSCREEN_TOP_PX = -10_000;

/**
 * Positions an item. While the height of an item is unknown, the virtualizer would hide the item. This component moves
 * it out of view instead: the browser would have to compute the styles of a hidden element and its content again when
 * it is shown.
 */
function PositionedItem({
  style: { visibility, ...style },
  ref,
  children,
}: CustomItemComponentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} style={visibility === "hidden" ? { ...style, top: OFFSCREEN_TOP_PX } : style}>
      {children}
    </div>
  );
}

/**
 * Returns a function that renders an item. It returns the same React element each time, so that React does not even
 * compare unchanged items while the user scrolls.
 */
const useItemRenderer = (place: MessagesRoute) => useMemo(() => createItemRenderer(place), [place]);

function createItemRenderer(place: MessagesRoute): (item: MessageListItem) => ReactElement {
  const drawn = new WeakMap<MessageListItem, ReactElement>();
  return (item) => {
    const element = drawn.get(item) ?? <MessageListRow key={item.key} item={item} route={place} />;
    drawn.set(item, element);
    return element;
  };
}

/** Distance in pixels: items up to this far outside the view are rendered. */
const OVERSCAN_PX = 400;
/**
 * The distance while the user scrolls fast. It is larger because the list is rendered only after the frame in which it
 * was scrolled.
 */
const FAST_OVERSCAN_PX = 900;
/** Scroll distance in pixels. Two consecutive steps of at least this size count as fast scrolling. */
const FAST_SCROLL_STEP_PX = 150;

/** Returns props for the virtualizer, and `move`, which must be called whenever the list is scrolled. */
function useVirtualRows() {
  const isShown = useIsPainted();
  const [isFast, setFast] = useState(false);
  const last = useRef({ offset: 0, step: 0 });
  const move = (offset: number) => {
    const { offset: from, step: before } = last.current;
    const step = offset - from;
    last.current = { offset, step };
    if (Math.min(Math.abs(step), Math.abs(before)) >= FAST_SCROLL_STEP_PX && step > 0 === before > 0) setFast(true);
  };
  const ahead = isFast ? FAST_OVERSCAN_PX : OVERSCAN_PX;
  return { move, item: PositionedItem, bufferSize: isShown ? ahead : 0, onScrollEnd: () => setFast(false) };
}

/**
 * Returns true once the list has been painted. Items outside the view are rendered only after that, so that the visible
 * part appears sooner.
 */
function useIsPainted(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isShown;
}

interface MessageScrollerProps {
  readonly route: MessagesRoute;
  readonly items: readonly MessageListItem[];
  readonly target: ScrollTarget;
  /** Whether everything that determines the position at which the list opens is loaded. */
  readonly isSettled: boolean;
  /** Called when the end of the list comes into view (true) or leaves it (false). */
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/**
 * Distance from the end of the list in pixels. While the view is within this distance, the list scrolls to new
 * messages.
 */
const END_THRESHOLD_PX = 60;

/** A message list in which only the items near the view are rendered, so that it can contain any number of messages. */
export function MessageScroller({ route, items, target, isSettled, onAtEnd }: MessageScrollerProps) {
  const handle = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useAtEnd(target.id === null, onAtEnd);
  const narrow = useMemo(() => narrowOf(route), [route]);
  const shift = useItemsPrepended(items);
  useSavedPosition(handle, items, { entry: target.entry, key: narrowKey(narrow), isAtEnd });
  const reopen = useScrollToTarget(handle, items, target);
  const toEnd = useFollowEnd(handle, items, isAtEnd);
  const toNewest = useScrollToNewest(narrow, toEnd);
  useKeyboardCursor(handle, items, toNewest);
  const reading = useMarkReadInView(handle, items, route, isSettled);
  const fetching = useFetchOnScroll(handle, items, route);
  useTrimmedList(isAtEnd, items.length, route);
  const draw = useItemRenderer(route);
  const { move, ...rows } = useVirtualRows();
  const { seen, look } = useLastVisible(handle, items);
  const onMove = () => {
    const list = handle.current;
    if (!list) return;
    setAtEnd(list.scrollSize - list.scrollOffset - list.viewportSize < END_THRESHOLD_PX);
    look();
    fetching();
    reading();
  };
  // If the list is at its end, it stays there when an item grows, for example because an image has loaded.
  const onResize = () => {
    if (reopen() || !isAtEnd) onMove();
    else toEnd();
  };
  const onScroll = (offset: number) => {
    move(offset);
    onMove();
  };
  return (
    <div className={styles["frame"]}>
      <div className={styles["messages"]} role="log" aria-label={words.messageList.messages} tabIndex={-1}>
        <div className={styles["push"]} />
        <Virtualizer ref={handle} data={items} {...rows} shift={shift} onScroll={onScroll} onResize={onResize}>
          {draw}
        </Virtualizer>
      </div>
      {!isAtEnd && <JumpToNewest route={route} lastVisible={seen} onJump={toNewest} />}
    </div>
  );
}

function useAtEnd(isAtFirst: boolean, onAtEnd: (isAtEnd: boolean) => void) {
  const [isAtEnd, setAtEnd] = useState(isAtFirst);
  useEffect(() => {
    onAtEnd(isAtEnd);
    return () => onAtEnd(true);
  }, [onAtEnd, isAtEnd]);
  return [isAtEnd, setAtEnd] as const;
}

/**
 * Returns true if the last change added or removed items at the start of the list. The virtualizer must then preserve
 * the distance from the end.
 */
function useItemsPrepended(items: readonly MessageListItem[]): boolean {
  const first = items.find(({ kind }) => kind === "message")?.key;
  const [shown, setShown] = useState({ items, first, isOther: false });
  if (shown.items !== items) {
    const has = (list: readonly MessageListItem[], one: string | undefined) => list.some(({ key }) => key === one);
    const isOther = first !== shown.first && (has(items, shown.first) || has(shown.items, first));
    setShown({ items, first, isOther });
  }
  return shown.isOther;
}

/** Returns a function that scrolls to the newest message. If that message is not loaded, the function fetches it. */
function useScrollToNewest(narrow: ReturnType<typeof narrowOf>, toEnd: () => void): () => void {
  const { messages } = useClient();
  return () => {
    if (!messages.window(narrow).get().hasNewest) messages.open(narrow, "newest");
    toEnd();
  };
}
