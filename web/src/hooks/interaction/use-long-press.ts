import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";

/** Time in milliseconds after which a press counts as a long press. */
const LONG_PRESS_MS = 450;
/** Distance in pixels. If the finger moves further, the touch is a scroll and not a long press. */
const MAX_MOVEMENT_PX = 8;

/** Time in milliseconds in which the on-screen keyboard closes and the page gets its full height back. */
const KEYBOARD_CLOSE_MS = 300;

/**
 * Calls `open`, after closing the on-screen keyboard if it is open. A menu would have too little space while the
 * keyboard is open, and would be in the wrong position once the keyboard closes.
 */
function afterKeyboardCloses(open: () => void): void {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  if (!isWriting) return open();
  activeElement.blur();
  setTimeout(open, KEYBOARD_CLOSE_MS);
}

/**
 * Returns event handlers that call a function after a long press on a touch screen. The long press does not follow a
 * link in the element.
 */
export function useLongPress(onLongPress: () => void) {
  const hasOpened = useRef(false);
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }>(
    null,
  );
  const current = useRef(onLongPress);
  useEffect(() => {
    current.current = onLongPress;
  });
  return useMemo(() => {
    const stop = () => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
    };
    return {
      onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
        stop();
        hasOpened.current = false;
        if (pointerType !== "touch" || !isPrimary) return;
        const open = () => {
          hasOpened.current = true;
          afterKeyboardCloses(() => current.current());
        };
        waiting.current = { timer: setTimeout(open, LONG_PRESS_MS), x, y };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const from = waiting.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_MOVEMENT_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      // Prevents the browser's context menu on a long press, and prevents a link from being followed when the finger is
      // lifted.
      onContextMenu(event: MouseEvent) {
        if (waiting.current) event.preventDefault();
      },
      onClickCapture(event: MouseEvent) {
        if (hasOpened.current) event.preventDefault();
        hasOpened.current = false;
      },
    };
  }, []);
}
