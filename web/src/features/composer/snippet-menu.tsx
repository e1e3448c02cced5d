import { BookmarkPlus, Library, TextQuote } from "lucide-react";
import { Suspense, useState, type RefObject } from "react";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../base/ui/overlays/menu.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { replaceText } from "./text-edits.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const KeepSnippet = late(async () => (await import("./snippet-dialogs.tsx")).KeepSnippet);
const ManageSnippets = late(async () => (await import("./snippet-dialogs.tsx")).ManageSnippets);

/** Texts that one writes often, to be written by a press. */
export function Snippets({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const snippets = useKnown((state) => state.saved_snippets) ?? [];
  const [dialog, setDialog] = useState<{ readonly content: string } | "manage" | null>(null);
  const insert = (content: string) => {
    // The menu gives the focus back to its button first.
    requestAnimationFrame(() => {
      if (field.current) replaceText(field.current, field.current.selectionStart, field.current.selectionEnd, content);
    });
  };
  const button = (
    <IconButton label={words.composer.snippets}>
      <TextQuote size={17} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu button={button} label={words.composer.snippets}>
        {snippets.map(({ id, title, content }) => (
          <MenuItem key={id} onAction={() => insert(content)}>
            {title}
          </MenuItem>
        ))}
        {snippets.length > 0 && <MenuLine />}
        <MenuItem
          icon={<BookmarkPlus size={16} />}
          onAction={() => setDialog({ content: field.current?.value.trim() ?? "" })}
        >
          {words.composer.snippetKeep}
        </MenuItem>
        <MenuItem icon={<Library size={16} />} onAction={() => setDialog("manage")}>
          {words.composer.snippetManage}
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === "manage" && <ManageSnippets onClose={() => setDialog(null)} />}
        {dialog !== null && dialog !== "manage" && (
          <KeepSnippet content={dialog.content} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  );
}
