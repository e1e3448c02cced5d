import { type TouchEvent, useEffect, useMemo, useRef } from "react";

/**
 * Distance from the edge of the screen in pixels. A swipe that starts closer to the edge is handled by the browser,
 * which goes back itself.
 */
const BROWSER_EDGE_PX = 24;
/**
 * Horizontal distances in pixels: from the first on, a touch is a swipe instead of a scroll; from the second on, the
 * swipe goes back.
 */
const MIN_SWIPE_PX = 14;
const BACK_DISTANCE_PX = 90;

/** Matches elements that the user can edit or that handle horizontal gestures themselves. */
const OWN_GESTURES_SELECTOR = "input, textarea, select, [role='slider'], [data-held], [contenteditable]";

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly page: HTMLElement;
  isSideways: boolean;
}

/** Returns true if an element at this position can still be scrolled to the left. */
function canScrollLeft(from: Element, page: Element): boolean {
  for (let element: Element | null = from; element && element !== page; element = element.parentElement) {
    if (element.scrollLeft > 0) return true;
  }
  return false;
}

/** Returns event handlers for the page. After a swipe to the right, they call `goBack`. */
export function useSwipeBack(goBack: () => void) {
  const swipe = useRef<Swipe>(null);
  const current = useRef(goBack);
  useEffect(() => {
    current.current = goBack;
  });
  return useMemo(() => {
    const end = () => {
      if (swipe.current) swipe.current.page.style.translate = "";
      swipe.current = null;
    };
    return {
      onTouchStart({ touches, target, currentTarget: page }: TouchEvent<HTMLElement>) {
        end();
        const touch = touches.item(0);
        if (touches.length > 1 || touch.clientX < BROWSER_EDGE_PX || !(target instanceof Element)) return;
        // Swipes in overlays are ignored. React passes events from overlays to these handlers although an overlay is
        // not inside the page's element.
        if (!page.contains(target) || target.closest(OWN_GESTURES_SELECTOR) || canScrollLeft(target, page)) return;
        swipe.current = { x: touch.clientX, y: touch.clientY, page, isSideways: false };
      },
      onTouchMove({ touches }: TouchEvent) {
        const touch = touches.item(0);
        const began = swipe.current;
        if (!began) return;
        const [right, down] = [touch.clientX - began.x, Math.abs(touch.clientY - began.y)];
        if (!began.isSideways && (down > MIN_SWIPE_PX || right < -MIN_SWIPE_PX)) swipe.current = null;
        else if (right > MIN_SWIPE_PX && right > 2 * down) began.isSideways = true;
        if (began.isSideways) began.page.style.translate = `${Math.max(0, right)}px`;
      },
      onTouchEnd({ changedTouches }: TouchEvent) {
        const touch = changedTouches.item(0);
        const began = swipe.current;
        const goes = began?.isSideways && touch.clientX - began.x > BACK_DISTANCE_PX;
        end();
        if (goes) current.current();
      },
      onTouchCancel: end,
    };
  }, []);
}
