import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";

/** A finger that rests for so long asks for a menu, in milliseconds. */
const LONG_PRESS_MS = 450;
/** A finger that moves so far scrolls, in pixels. */
const MAX_MOVEMENT_PX = 8;

/** A keyboard is gone, and the page is as high as without it, in milliseconds. */
const KEYBOARD_CLOSE_MS = 300;

/** Opens something once no keyboard is there, which would take the room for it, and move what it opens at when it goes. */
function afterKeyboardCloses(open: () => void): void {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  if (!isWriting) return open();
  activeElement.blur();
  setTimeout(open, KEYBOARD_CLOSE_MS);
}

/** What an element listens to, so that a finger resting on it does something. Links in it are not followed by that. */
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
      // Instead of the browser's own menu of a link, and of going where it leads.
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
