import { useLayoutEffect } from "react";

let typed = "";
/** So many wait: where one goes on waiting for another, what was typed for the first is meant for it, too. */
let waiting = 0;

const keep = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1) typed += event.key;
  else if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Shown in the place of a field whose code is on its way: what is typed meanwhile is meant for the field, not for the page. */
export function TypedAhead() {
  useLayoutEffect(() => {
    waiting += 1;
    addEventListener("keydown", keep, { capture: true });
    return () => {
      waiting -= 1;
      removeEventListener("keydown", keep, { capture: true });
      // The field takes it while it is shown, if at all.
      queueMicrotask(() => {
        if (waiting === 0) typed = "";
      });
    };
  }, []);
  return null;
}

/** Gives a field, as soon as it is there, what was typed for it. */
export function useTypedAhead(write: (text: string) => void): void {
  useLayoutEffect(() => {
    if (typed !== "") write(typed);
    typed = "";
    // Once, when it appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
