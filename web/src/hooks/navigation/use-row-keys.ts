import { useEffect } from "react";
import { isInOverlay, isWriting, keyName } from "./key-name.ts";

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  j: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  k: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Lets the user move through the rows of a screen's list with the keyboard. A row is a link with the attribute
 * `data-row` in an `li`. A button in the same `li` is pressed with the key in its attribute `data-key`.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || isInOverlay(event.target)) return;
      if (hasOwnKeyHandling(event)) return;
      if (handleKey(keyName(event))) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Returns true if the key is handled by the part of the page in which it was pressed. */
const hasOwnKeyHandling = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(key.length > 1 ? "nav, [role=radiogroup]" : "nav") !== null;

function handleKey(name: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const line = document.activeElement?.closest("li") ?? null;
  const at = rows.findIndex((row) => line?.contains(row));
  const step = steps[name];
  if (step) {
    const next = at < 0 && (name === "k" || name === "ArrowUp") ? rows.length - 1 : step(at, rows.length);
    const row = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
    return row !== undefined;
  }
  const button = at < 0 ? null : line?.querySelector<HTMLElement>(`[data-key="${CSS.escape(name)}"]`);
  if (!button) return false;
  button.click();
  // If the action removes the row from the list, the focus moves to the next row.
  const others = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
  requestAnimationFrame(() => {
    if (!rows[at]?.isConnected) others.find((row) => row.isConnected)?.focus();
  });
  return true;
}
