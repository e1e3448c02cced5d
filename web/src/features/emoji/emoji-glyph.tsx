import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { emojiOf, isEmojiNamed } from "../../client/replica/emoji-display.ts";
import { useClientState } from "../../hooks/use-store.ts";

const EXTRA_EMOJI_PATH = "/static/generated/emoji/images/emoji/unicode";

interface EmojiGlyphProps {
  readonly emoji: EmojiReference;
  /** Whether the picture is shown even to users who prefer emoji names, such as where an emoji is chosen. */
  readonly isPicture?: boolean;
}

/** An emoji: a Unicode character or a custom emoji's image, or its name if the user prefers names. */
export function EmojiGlyph({ emoji, isPicture = false }: EmojiGlyphProps) {
  const { reaction_type, emoji_code, emoji_name } = emoji;
  const isNamed = useClientState(isEmojiNamed) && !isPicture;
  const custom = useClientState((state) => state.realm_emoji?.[emoji_code]);
  if (isNamed) return <span aria-hidden>{`:${emoji_name}:`}</span>;
  if (reaction_type === "unicode_emoji") return <span aria-hidden>{emojiOf(emoji_code)}</span>;
  const source = reaction_type === "realm_emoji" ? custom?.source_url : `${EXTRA_EMOJI_PATH}/${emoji_code}.png`;
  return source === undefined ? <span aria-hidden>{`:${emoji_name}:`}</span> : <img src={source} alt="" />;
}
