// Edits the text of a field in such a way that the user can undo the edit.

/** Replaces a range of the text. The caret is then after the new text. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  // `execCommand` is the only way to edit that preserves the field's undo history. In browsers that no longer support
  // it, the user cannot undo the edit.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Puts marks around the selected text, or removes the marks if they are already there. The text stays selected. */
export function wrapSelection(field: HTMLTextAreaElement, before: string, after: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const selected = value.slice(start, end);
  const isWrapped = value.slice(0, start).endsWith(before) && value.slice(end).startsWith(after);
  if (isWrapped) {
    replaceText(field, start - before.length, end + after.length, selected);
    field.setSelectionRange(start - before.length, end - before.length);
    return;
  }
  replaceText(field, start, end, `${before}${selected}${after}`);
  field.setSelectionRange(start + before.length, end + before.length);
}

/** Inserts a mark at the start of each selected line. */
export function prefixLines(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const lines = value.slice(start, selectionEnd).split("\n");
  replaceText(field, start, selectionEnd, lines.map((line) => `${mark}${line}`).join("\n"));
}

/**
 * Turns the selected text into a link. If `address` is empty, places the caret where the user can enter the address.
 */
export function linkSelection(field: HTMLTextAreaElement, address: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const text = value.slice(start, end);
  replaceText(field, start, end, `[${text}](${address})`);
  if (address === "") field.setSelectionRange(start + text.length + 3, start + text.length + 3);
}

/** Matches a list item: a bullet or a number, and a space. */
const LIST_ITEM = /^(?<indent>\s*)(?:(?<mark>[*+-])|(?<number>\d{1,6})\.) (?<text>.*)$/;

/**
 * Handles Enter in a list. Starts the next item at the caret; in an empty item, ends the list. Returns false if text is
 * selected or the caret is not in a list item.
 */
export function continueList(field: HTMLTextAreaElement): boolean {
  const { selectionStart: caret, selectionEnd, value } = field;
  if (caret !== selectionEnd) return false;
  const start = value.lastIndexOf("\n", caret - 1) + 1;
  const { indent = "", mark, number, text } = LIST_ITEM.exec(value.slice(start, caret))?.groups ?? {};
  if (text === undefined) return false;
  if (text.trim() === "") replaceText(field, start, caret, "\n");
  else replaceText(field, caret, caret, `\n${indent}${mark ?? `${Number(number) + 1}.`} `);
  return true;
}
