import type { KeyboardEvent } from "react";

const ROWS = "a[href], button[data-fold], button[data-more], h2 button";

/** Goes from row to row of the sidebar by the arrow keys; to the right and left unfolds and folds what has parts. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || target.matches("input") || event.altKey || event.ctrlKey || event.metaKey)
    return;
  if (key === "ArrowRight" || key === "ArrowLeft") {
    const fold = target.closest("li, section")?.querySelector<HTMLElement>("[aria-expanded]");
    if (fold?.getAttribute("aria-expanded") !== String(key === "ArrowLeft")) return;
    fold.click();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>(ROWS)];
    const at = rows.indexOf(target);
    rows[at + (key === "ArrowDown" ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
}
