import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { emojiOf, isEmojiNamed } from "../../client/replica/emoji-display.ts";
import { useClientState } from "../../hooks/use-store.ts";

const EXTRA_EMOJI_PATH = "/static/generated/emoji/images/emoji/unicode";

interface EmojiGlyphProps {
  readonly emoji: EmojiReference;
  /** Whether the emoji is shown as a picture even to users who have chosen to see the names of emoji. */
  readonly isPicture?: boolean;
}

/** An emoji: the Unicode character, or the image of a custom emoji. Users who have chosen so see its name instead. */
export function EmojiGlyph({ emoji, isPicture = false }: EmojiGlyphProps) {
  const { reaction_type, emoji_code, emoji_name } = emoji;
  const isNamed = useClientState(isEmojiNamed) && !isPicture;
  const custom = useClientState((state) => state.realm_emoji?.[emoji_code]);
  if (isNamed) return <span aria-hidden>{`:${emoji_name}:`}</span>;
  if (reaction_type === "unicode_emoji") return <span aria-hidden>{emojiOf(emoji_code)}</span>;
  const source = reaction_type === "realm_emoji" ? custom?.source_url : `${EXTRA_EMOJI_PATH}/${emoji_code}.png`;
  return source === undefined ? <span aria-hidden>{`:${emoji_name}:`}</span> : <img src={source} alt="" />;
}
