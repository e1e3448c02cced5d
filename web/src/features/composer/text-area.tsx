import type { ClipboardEvent, KeyboardEvent } from "react";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { type Completion, LIST_ID, optionId } from "./completion/use-completion.ts";
import styles from "./composer.module.css";
import { pasteInto } from "./paste.ts";
import { continueList, linkSelection, wrapSelection } from "./text-edits.ts";
import type { Writing } from "./use-message-text.ts";

export type Attach = (files: Iterable<File>) => void;

interface TextAreaProps {
  /** What is written in it. Default: a message. */
  readonly label?: string;
  readonly writing: Pick<Writing, "field" | "changed">;
  readonly completion: Completion;
  readonly isHidden: boolean;
  readonly onSend: () => void;
  readonly onAttach: Attach;
  /** Goes to the last message that one wrote here, to change it. */
  readonly onEditLast: (() => void) | undefined;
  /** Default: leaves the field. */
  readonly onEscape?: () => void;
}

/** The field, and what its keys do. */
export function TextArea({ label = words.composer.message, writing, completion, isHidden, ...does }: TextAreaProps) {
  const { field, changed } = writing;
  const entersSend = useEntersSend();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKeyDown(event) || event.nativeEvent.isComposing) return;
    const { currentTarget } = event;
    if (event.key === "Escape" && does.onEscape) does.onEscape();
    else if (event.key === "Escape") currentTarget.blur();
    else if (event.key === "Enter" && isSending(event, entersSend)) does.onSend();
    else if (event.key === "Enter" && continueList(currentTarget)) completion.close();
    else if (event.key === "ArrowUp" && currentTarget.value === "" && does.onEditLast) does.onEditLast();
    else if (!format(event)) return;
    event.preventDefault();
  };
  const onInput = () => {
    changed();
    completion.look();
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
      onSelect={completion.look}
      onBlur={completion.close}
      onPaste={onPaste(does.onAttach)}
    />
  );
}

/** Whether Enter sends by itself. */
export const useEntersSend = (): boolean => useKnown((state) => state.user_settings?.enter_sends ?? true);

/** Whether Enter sends, as the person chose: by itself, or with Ctrl. */
const isSending = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, entersSend: boolean): boolean =>
  ctrlKey || metaKey || (entersSend && !shiftKey);

const formats: Readonly<Record<string, (field: HTMLTextAreaElement) => void>> = {
  b: (field) => wrapSelection(field, "**", "**"),
  i: (field) => wrapSelection(field, "*", "*"),
  l: (field) => linkSelection(field, ""),
  e: (field) => wrapSelection(field, "`", "`"),
};

/** Whether it was a key that marks what is selected. */
function format({
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

const onPaste = (attach: Attach) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
  if (pasteInto(event.currentTarget, event.clipboardData, attach)) event.preventDefault();
};
