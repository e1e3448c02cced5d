import { useLayoutEffect } from "react";

let bufferedText = "";
/**
 * Number of mounted buffers. If one field takes over from another that is loading, the text typed for the first is also
 * for the second.
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

/** Rendered in place of a field whose code is loading. Keys pressed meanwhile are for the field, not for the page. */
export function KeystrokeBuffer() {
  useLayoutEffect(() => {
    waitingCount += 1;
    addEventListener("keydown", bufferKey, { capture: true });
    return () => {
      waitingCount -= 1;
      removeEventListener("keydown", bufferKey, { capture: true });
      // The field reads the buffer when it is mounted, if at all.
      queueMicrotask(() => {
        if (waitingCount === 0) bufferedText = "";
      });
    };
  }, []);
  return null;
}

/** Passes the buffered text to a field when it is mounted. */
export function useBufferedKeystrokes(write: (text: string) => void): void {
  useLayoutEffect(() => {
    if (bufferedText !== "") write(bufferedText);
    bufferedText = "";
    // Runs once, on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
