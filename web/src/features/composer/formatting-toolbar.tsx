import {
  Bold,
  Code,
  Eye,
  EyeOff,
  Italic,
  Link,
  List,
  Paperclip,
  PencilLine,
  Quote,
  type LucideIcon,
} from "lucide-react";
import { useRef, type RefObject } from "react";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./composer.module.css";
import { retainFocusProps } from "./retain-focus.ts";
import { SnippetMenu } from "./snippet-menu.tsx";
import { linkSelection, prefixLines, replaceText, wrapSelection } from "./text-edits.ts";

const SIZE = 17;

interface FormattingButton {
  readonly label: string;
  readonly keys?: string;
  readonly Icon: LucideIcon;
  readonly edit: (field: HTMLTextAreaElement) => void;
}

const formattingButtons: readonly FormattingButton[] = [
  { label: words.composer.bold, keys: "Ctrl B", Icon: Bold, edit: (field) => wrapSelection(field, "**", "**") },
  { label: words.composer.italic, keys: "Ctrl I", Icon: Italic, edit: (field) => wrapSelection(field, "*", "*") },
  { label: words.composer.link, keys: "Ctrl L", Icon: Link, edit: (field) => linkSelection(field, "") },
  { label: words.composer.code, keys: "Ctrl E", Icon: Code, edit: formatAsCode },
  { label: words.composer.quote, Icon: Quote, edit: (field) => prefixLines(field, "> ") },
  { label: words.composer.list, Icon: List, edit: (field) => prefixLines(field, "* ") },
  { label: words.composer.spoiler, Icon: EyeOff, edit: (field) => wrapSelection(field, "```spoiler \n", "\n```") },
];

/** Formats the selected text as inline code, or as a code block if it has several lines. */
function formatAsCode(field: HTMLTextAreaElement): void {
  const isBlock = field.value.slice(field.selectionStart, field.selectionEnd).includes("\n");
  if (isBlock) wrapSelection(field, "```\n", "\n```");
  else wrapSelection(field, "`", "`");
}

/**
 * Inserts an emoji at the caret. Waits one frame, because the closing popup first moves the focus back to its button.
 */
const insertEmoji = (field: HTMLTextAreaElement | null, { emoji_name }: EmojiReference) =>
  requestAnimationFrame(() => {
    if (field) replaceText(field, field.selectionStart, field.selectionEnd, `:${emoji_name}: `);
  });

interface FormattingToolbarProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly isPreviewing: boolean;
  /** Switches between the preview and the editor. */
  readonly onPreview: () => void;
}

/** Toolbar for Markdown formatting, attachments and the preview. */
export function FormattingToolbar({ field, onFiles, isPreviewing, onPreview }: FormattingToolbarProps) {
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={words.composer.message}>
      <AttachButton onFiles={onFiles} />
      <IconButton
        label={isPreviewing ? words.composer.write : words.composer.preview}
        isOn={isPreviewing}
        onPress={onPreview}
      >
        {isPreviewing ? <PencilLine size={SIZE} aria-hidden /> : <Eye size={SIZE} aria-hidden />}
      </IconButton>
      <EmojiButton label={words.emoji.choose} size={SIZE} onChoose={(emoji) => insertEmoji(field.current, emoji)} />
      <SnippetMenu field={field} />
      {formattingButtons.map(({ label, keys, Icon, edit }) => (
        <IconButton
          {...retainFocusProps}
          key={label}
          label={label}
          {...(keys === undefined ? {} : { keys })}
          isDisabled={isPreviewing}
          onPress={() => field.current && edit(field.current)}
        >
          <Icon size={SIZE} aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={words.composer.attach}
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          target.value = "";
        }}
      />
      <IconButton label={words.composer.attach} onPress={() => files.current?.click()}>
        <Paperclip size={SIZE} aria-hidden />
      </IconButton>
    </>
  );
}
