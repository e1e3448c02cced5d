import { extraEmoji, unicodeEmojiNamed } from "@parlance/emoji/index.ts";
import { BadEmojiEnding, BadEmojiName } from "./errors.ts";

/** In characters. */
export const MAX_NAME = 100;

/**
 * The name that somebody gives an emoji, as it is stored: with `_` for blanks.
 * @throws BadEmojiName, BadEmojiEnding
 */
export function emojiName(given: string): string {
  const name = given.trim().replaceAll(" ", "_");
  if (!/^[0-9a-z_-]+$/.test(name)) throw new BadEmojiName();
  if (/[_-]$/.test(name)) throw new BadEmojiEnding();
  return name;
}

/** Whether an emoji that everybody has goes by that name. */
export const isBuiltIn = (name: string): boolean => extraEmoji.has(name) || unicodeEmojiNamed(name) !== undefined;
