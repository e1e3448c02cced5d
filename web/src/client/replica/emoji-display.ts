import type { State } from "@parlance/contract/state/index.ts";

/**
 * Returns the emoji for hex code points joined by dashes. Forces the picture form, even if the first code point is
 * normally displayed as text.
 */
export function emojiOf(code: string): string {
  const text = String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
  return /^\p{Emoji_Presentation}/u.test(text) || text.length > 2 ? text : `${text}\u{FE0F}`;
}

/** Whether the user prefers the names of emoji to pictures. */
export const isEmojiNamed = ({ user_settings: settings }: State): boolean => settings?.emojiset === "text";
