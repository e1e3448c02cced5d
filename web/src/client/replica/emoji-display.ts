import type { State } from "@parlance/contract/state/index.ts";

/**
 * Returns the emoji with the given hex code points, which are joined by dashes. Adds a variation selector to a short
 * sequence whose first code point would otherwise be displayed as a text character instead of a picture.
 */
export function emojiOf(code: string): string {
  const text = String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
  return /^\p{Emoji_Presentation}/u.test(text) || text.length > 2 ? text : `${text}\u{FE0F}`;
}

/** Returns true if the user prefers the names of emoji to pictures. */
export const isEmojiNamed = ({ user_settings: settings }: State): boolean => settings?.emojiset === "text";
