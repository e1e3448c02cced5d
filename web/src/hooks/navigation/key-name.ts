/**
 * Returns the name of a key combination, such as `r`, `Shift V`, `Ctrl S`, `>` or `Space`. Shift is not part of the
 * name of a symbol such as `>`, because it depends on the keyboard whether a symbol needs Shift.
 */
export function keyName({ key: pressed, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const key = pressed === " " ? "Space" : pressed;
  const isLetter = /^\p{L}$/u.test(key);
  const isNamed = key.length > 1;
  const parts = [
    ctrlKey || metaKey ? "Ctrl" : "",
    altKey ? "Alt" : "",
    shiftKey && (isLetter || isNamed) ? "Shift" : "",
    isLetter && (shiftKey || ctrlKey || metaKey) ? key.toUpperCase() : key,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Returns true if the event occurred in a form field or another element in which the user enters text. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Returns true if the event occurred in an overlay. Overlays handle keys themselves. */
export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;
