import { type ReactElement, type Ref, useEffect, useMemo, useRef, useState } from "react";
import type { CustomItemComponentProps } from "virtua";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import type { Item } from "./message-list-items.ts";
import { ListItem } from "./message-list-item.tsx";

/** Far above the list, in pixels. */
const AWAY = -10_000;

/**
 * Where an item stands. Until its height is known it is kept out of sight by its place: what is hidden would be styled anew when it
 * shows, with all that is in it.
 */
function Row({
  style: { visibility, ...style },
  ref,
  children,
}: CustomItemComponentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} style={visibility === "hidden" ? { ...style, top: AWAY } : style}>
      {children}
    </div>
  );
}

/** Draws an item as the same element each time: what of the list has not changed is not even compared while one scrolls. */
export const useDrawing = (place: MessagesPlace) => useMemo(() => drawingIn(place), [place]);

function drawingIn(place: MessagesPlace): (item: Item) => ReactElement {
  const drawn = new WeakMap<Item, ReactElement>();
  return (item) => {
    const element = drawn.get(item) ?? <ListItem key={item.key} item={item} place={place} />;
    drawn.set(item, element);
    return element;
  };
}

/** So far before they come into view items are drawn, in pixels. */
const AHEAD = 400;
/** The same for who scrolls fast: a list is drawn after the frame in which it was scrolled. */
const FAST_AHEAD = 900;
/** Whoever scrolls so far twice in a row scrolls fast, in pixels. */
const FAST = 150;

/** How items are drawn, and what to call when the list was scrolled. */
export function useRows() {
  const isShown = useIsShown();
  const [isFast, setFast] = useState(false);
  const last = useRef({ offset: 0, step: 0 });
  const move = (offset: number) => {
    const { offset: from, step: before } = last.current;
    const step = offset - from;
    last.current = { offset, step };
    if (Math.min(Math.abs(step), Math.abs(before)) >= FAST && step > 0 === before > 0) setFast(true);
  };
  const ahead = isFast ? FAST_AHEAD : AHEAD;
  return { move, item: Row, bufferSize: isShown ? ahead : 0, onScrollEnd: () => setFast(false) };
}

/** Whether the list has been painted once: what is not in view is drawn only then, so that a list opens with what is. */
function useIsShown(): boolean {
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
