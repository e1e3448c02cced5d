/** What a press of keys is called: `r`, `Shift V`, `Ctrl S`, `>`, `Space`. Signs that need the shift key go by themselves. */
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

/** Whether somebody is writing where a press of keys happens. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether it happens in something that opened over the page, which has keys of its own. */
export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;
