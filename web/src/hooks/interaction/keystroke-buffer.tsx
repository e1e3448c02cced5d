import { useLayoutEffect } from "react";

let bufferedText = "";
/** So many wait: where one goes on waiting for another, what was typed for the first is meant for it, too. */
let waitingCount = 0;

const bufferKey = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1) bufferedText += event.key;
  else if (event.key === "Backspace") bufferedText = bufferedText.slice(0, -1);
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Shown in the place of a field whose code is on its way: what is typed meanwhile is meant for the field, not for the page. */
export function KeystrokeBuffer() {
  useLayoutEffect(() => {
    waitingCount += 1;
    addEventListener("keydown", bufferKey, { capture: true });
    return () => {
      waitingCount -= 1;
      removeEventListener("keydown", bufferKey, { capture: true });
      // The field takes it while it is shown, if at all.
      queueMicrotask(() => {
        if (waitingCount === 0) bufferedText = "";
      });
    };
  }, []);
  return null;
}

/** Gives a field, as soon as it is there, what was typed for it. */
export function useBufferedKeystrokes(write: (text: string) => void): void {
  useLayoutEffect(() => {
    if (bufferedText !== "") write(bufferedText);
    bufferedText = "";
    // Once, when it appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
