import { BookmarkPlus, Library, TextQuote } from "lucide-react";
import { Suspense, useState, type RefObject } from "react";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { replaceText } from "./text-edits.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const SaveSnippetDialog = lazyComponent(async () => (await import("./snippet-dialogs.tsx")).SaveSnippetDialog);
const ManageSnippetsDialog = lazyComponent(async () => (await import("./snippet-dialogs.tsx")).ManageSnippetsDialog);

/** Menu that inserts a saved snippet into the text. */
export function SnippetMenu({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const snippets = useClientState((state) => state.saved_snippets) ?? [];
  const [dialog, setDialog] = useState<{ readonly content: string } | "manage" | null>(null);
  const insert = (content: string) => {
    // Waits one frame, because the closing menu first moves the focus back to its button.
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
        {snippets.length > 0 && <MenuSeparator />}
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
        {dialog === "manage" && <ManageSnippetsDialog onClose={() => setDialog(null)} />}
        {dialog !== null && dialog !== "manage" && (
          <SaveSnippetDialog content={dialog.content} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  );
}
