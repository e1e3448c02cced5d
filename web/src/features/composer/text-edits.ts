// Changes to a field's text that the browser can undo.

/** Replaces a part of the text, with the caret after what is new. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  // The one way that keeps the field's own undo; where a browser has given it up, the text changes all the same.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Puts marks around what is selected, or takes them away if they are there; the selection stays. */
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

/** Begins each line of the selection with a mark. */
export function prefixLines(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const lines = value.slice(start, selectionEnd).split("\n");
  replaceText(field, start, selectionEnd, lines.map((line) => `${mark}${line}`).join("\n"));
}

/** Makes a link of what is selected, to an address, or to one that is still to be written. */
export function linkSelection(field: HTMLTextAreaElement, address: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const text = value.slice(start, end);
  replaceText(field, start, end, `[${text}](${address})`);
  if (address === "") field.setSelectionRange(start + text.length + 3, start + text.length + 3);
}

/** What a line of a list begins with: a mark or a number, and a space. */
const LIST_ITEM = /^(?<indent>\s*)(?:(?<mark>[*+-])|(?<number>\d{1,6})\.) (?<text>.*)$/;

/** Begins the next item where the caret is at the end of one, or ends the list at an empty one. Whether it did. */
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
