import { useState } from "react";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Popup } from "../../base/ui/overlays/popup.tsx";
import { words } from "../../base/words/index.ts";
import { SmilePlus } from "lucide-react";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const EmojiPicker = lazyComponent(async () => (await import("./emoji-picker.tsx")).EmojiPicker);

interface EmojiButtonProps {
  readonly label: string;
  readonly keys?: string;
  readonly size?: number;
  readonly onChoose: (emoji: EmojiReference) => void;
  /** Whether the picker is open. Only set if a parent component controls this. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** Button that opens the emoji picker. */
export function EmojiButton({ label, keys, size = 16, onChoose, isOpen, onOpenChange }: EmojiButtonProps) {
  const [isOpened, setOpened] = useState(false);
  const change = (opens: boolean) => {
    setOpened(opens);
    onOpenChange?.(opens);
  };
  const choose = (emoji: EmojiReference) => {
    change(false);
    onChoose(emoji);
  };
  const button = (
    <IconButton label={label} {...(keys === undefined ? {} : { keys })}>
      <SmilePlus size={size} aria-hidden />
    </IconButton>
  );
  return (
    <Popup button={button} label={words.emoji.choose} isOpen={isOpen ?? isOpened} onOpenChange={change}>
      {() => <EmojiPicker onChoose={choose} />}
    </Popup>
  );
}
