import { Bold, Code, Italic, Link, List, Paperclip, Quote } from "lucide-react";
import { useRef, type RefObject } from "react";
import { IconButton } from "../ui/button.tsx";
import { words } from "../words/index.ts";
import styles from "./composer.module.css";
import { linkSelection, markLines, wrapSelection } from "./text-edits.ts";

interface ToolsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** What helps to write Markdown, and to attach files. */
export function Tools({ field, onFiles }: ToolsProps) {
  const files = useRef<HTMLInputElement>(null);
  const on = (edit: (field: HTMLTextAreaElement) => void) => () => {
    if (field.current) edit(field.current);
  };
  const size = 17;
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={words.composer.message}>
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
        <Paperclip size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.bold} keys="Ctrl B" onPress={on((text) => wrapSelection(text, "**", "**"))}>
        <Bold size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.italic} keys="Ctrl I" onPress={on((text) => wrapSelection(text, "*", "*"))}>
        <Italic size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.link} keys="Ctrl L" onPress={on((text) => linkSelection(text, ""))}>
        <Link size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.code} keys="Ctrl E" onPress={on((text) => wrapSelection(text, "`", "`"))}>
        <Code size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.quote} onPress={on((text) => markLines(text, "> "))}>
        <Quote size={size} aria-hidden />
      </IconButton>
      <IconButton label={words.composer.list} onPress={on((text) => markLines(text, "* "))}>
        <List size={size} aria-hidden />
      </IconButton>
    </div>
  );
}
