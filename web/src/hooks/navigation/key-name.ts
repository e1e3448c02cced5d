/**
 * Returns the name of a key press: `r`, `Shift V`, `Ctrl S`, `>`, `Space`. Symbols that require the shift key are named
 * without it.
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

/** Whether the event is in an editable element. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether the event is in an overlay, which has keys of its own. */
export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;
