import type { State } from "@parlance/contract/state/index.ts";

/** The emoji of code points in hex that are joined by dashes: as a picture, also where the first of them is a letter by itself. */
export function emojiOf(code: string): string {
  const text = String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
  return /^\p{Emoji_Presentation}/u.test(text) || text.length > 2 ? text : `${text}\u{FE0F}`;
}

/** Whether the person wants to read the names of emoji rather than see them. */
export const isEmojiNamed = ({ user_settings: settings }: State): boolean => settings?.emojiset === "text";
