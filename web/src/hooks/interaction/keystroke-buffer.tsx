import { useLayoutEffect } from "react";

let bufferedText = "";
/**
 * Number of mounted buffers. A field that has just loaded may render a new buffer, because more code must be loaded
 * before the user can type. The text is kept as long as a buffer is mounted, so that it reaches the final field.
 */
let waitingCount = 0;

const bufferKey = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1) bufferedText += event.key;
  else if (event.key === "Backspace") bufferedText = bufferedText.slice(0, -1);
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Rendered in place of a field whose code is still loading. Stores the text that the user types, so that it reaches the
 * field and does not trigger keyboard shortcuts of the page.
 */
export function KeystrokeBuffer() {
  useLayoutEffect(() => {
    waitingCount += 1;
    addEventListener("keydown", bufferKey, { capture: true });
    return () => {
      waitingCount -= 1;
      removeEventListener("keydown", bufferKey, { capture: true });
      // A field that replaces this buffer reads the text when it is mounted. If no field has done so by then, the text
      // is discarded.
      queueMicrotask(() => {
        if (waitingCount === 0) bufferedText = "";
      });
    };
  }, []);
  return null;
}

/** Passes the stored text to a field as soon as the field is mounted. */
export function useBufferedKeystrokes(write: (text: string) => void): void {
  useLayoutEffect(() => {
    if (bufferedText !== "") write(bufferedText);
    bufferedText = "";
    // The effect runs only once: when the field is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
