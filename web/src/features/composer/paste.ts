import { linkSelection, replaceText } from "./text-edits.ts";

/**
 * Takes what is pasted: files are attached, an address on selected words makes a link of them, and formatted text becomes
 * Markdown. Whether it did; else the browser pastes the plain text.
 */
export function pasteInto(
  field: HTMLTextAreaElement,
  data: DataTransfer,
  attach: (files: Iterable<File>) => void,
): boolean {
  const { files } = data;
  const text = data.getData("text/plain");
  const { selectionStart: start, selectionEnd: end } = field;
  if (files.length > 0 && text === "") {
    attach(files);
    return true;
  }
  if (/^https?:\/\/\S+$/.test(text.trim())) {
    if (start === end) return false;
    linkSelection(field, text.trim());
    return true;
  }
  const html = data.getData("text/html");
  if (html === "") return false;
  void pasteHtml(field, html, text);
  return true;
}

/** Formatted text becomes Markdown; what means no more than its plain text, or cannot be read here, is pasted as that. */
async function pasteHtml(field: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  const late = await import("./html-to-markdown.ts").catch(() => null);
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const markdown = late?.isFormatted(body) ? late.markdownOf(body) : text;
  replaceText(field, field.selectionStart, field.selectionEnd, markdown);
}
