import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";

/** Duration of a long press, in milliseconds. */
const LONG_PRESS_MS = 450;
/** Movement beyond which a touch is a scroll, in pixels. */
const MAX_MOVEMENT_PX = 8;

/** Time for the on-screen keyboard to close and the page to regain its height, in milliseconds. */
const KEYBOARD_CLOSE_MS = 300;

/**
 * Closes the on-screen keyboard before calling `open`. It would take the space of a menu, and move its anchor when it
 * closes.
 */
function afterKeyboardCloses(open: () => void): void {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  if (!isWriting) return open();
  activeElement.blur();
  setTimeout(open, KEYBOARD_CLOSE_MS);
}

/** Returns event handlers that call a function after a long press. Links in the element are not followed by it. */
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
      // Suppresses the browser's context menu of a link, and the click on it.
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
