import type { ClipboardEvent, KeyboardEvent } from "react";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { type Completion, LIST_ID, optionId } from "./completion/use-completion.ts";
import styles from "./composer.module.css";
import { continueList, linkSelection, wrapSelection, replaceText } from "./text-edits.ts";
import type { MessageText } from "./use-message-text.ts";

/**
 * Handles a paste. Pasted files without text are attached, a URL pasted over selected text turns the text into a link,
 * and formatted text is converted to Markdown. Returns false if the browser should paste the plain text.
 */
function handlePaste(field: HTMLTextAreaElement, data: DataTransfer, attach: (files: Iterable<File>) => void): boolean {
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

/**
 * Converts pasted HTML to Markdown. If the HTML contains no meaningful formatting, or the converter cannot be loaded,
 * the plain text is pasted.
 */
async function pasteHtml(field: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  const late = await import("./html-to-markdown.ts").catch(() => null);
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const markdown = late?.isFormatted(body) ? late.toMarkdown(body) : text;
  replaceText(field, field.selectionStart, field.selectionEnd, markdown);
}

export type AttachFiles = (files: Iterable<File>) => void;

interface TextAreaProps {
  /** Label for screen readers. Default: "Message". */
  readonly label?: string;
  readonly writing: Pick<MessageText, "field" | "onChange">;
  readonly completion: Completion;
  readonly isHidden: boolean;
  readonly onSend: () => void;
  readonly onAttach: AttachFiles;
  /** Starts editing the user's last message in this conversation. */
  readonly onEditLast: (() => void) | undefined;
  /** Called when the user presses Escape. Default: the field loses the focus. */
  readonly onEscape?: () => void;
}

/** The text area of a message, with its keyboard shortcuts. */
export function TextArea({ label = words.composer.message, writing, completion, isHidden, ...does }: TextAreaProps) {
  const { field, onChange } = writing;
  const entersSend = useEntersSend();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKeyDown(event) || event.nativeEvent.isComposing) return;
    const { currentTarget } = event;
    if (event.key === "Escape" && does.onEscape) does.onEscape();
    else if (event.key === "Escape") currentTarget.blur();
    else if (event.key === "Enter" && isSending(event, entersSend)) does.onSend();
    else if (event.key === "Enter" && continueList(currentTarget)) completion.close();
    else if (event.key === "ArrowUp" && currentTarget.value === "" && does.onEditLast) does.onEditLast();
    else if (!applyFormatKey(event)) return;
    event.preventDefault();
  };
  const onInput = () => {
    onChange();
    completion.update();
  };
  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      hidden={isHidden}
      className={styles["text"]}
      aria-label={label}
      placeholder={label}
      aria-controls={completion.offer ? LIST_ID : undefined}
      aria-activedescendant={completion.offer ? optionId(completion.offer.chosen) : undefined}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSelect={completion.update}
      onBlur={completion.close}
      onPaste={onPaste(does.onAttach)}
    />
  );
}

/** Returns true if the user has chosen that Enter alone sends the message. */
export const useEntersSend = (): boolean => useClientState((state) => state.user_settings?.enter_sends ?? true);

/** Returns true if pressing Enter sends the message. Depending on the user's setting, Ctrl is needed as well. */
const isSending = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, entersSend: boolean): boolean =>
  ctrlKey || metaKey || (entersSend && !shiftKey);

const formats: Readonly<Record<string, (field: HTMLTextAreaElement) => void>> = {
  b: (field) => wrapSelection(field, "**", "**"),
  i: (field) => wrapSelection(field, "*", "*"),
  l: (field) => linkSelection(field, ""),
  e: (field) => wrapSelection(field, "`", "`"),
};

/** If the key combination is a formatting shortcut, formats the selected text. Returns false for other keys. */
function applyFormatKey({
  key,
  currentTarget,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const apply = formats[key.toLowerCase()];
  if (!apply || !(ctrlKey || metaKey) || altKey || shiftKey) return false;
  apply(currentTarget);
  return true;
}

const onPaste = (attach: AttachFiles) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
  if (handlePaste(event.currentTarget, event.clipboardData, attach)) event.preventDefault();
};
