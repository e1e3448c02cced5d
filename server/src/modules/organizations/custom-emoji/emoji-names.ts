import { extraEmoji, findUnicodeEmoji } from "@parlance/emoji/index.ts";
import { InvalidEmojiNameEnding, InvalidEmojiNameCharacters } from "./errors.ts";

/** In characters. */
export const MAX_EMOJI_NAME_LENGTH = 100;

/**
 * The name that somebody gives an emoji, as it is stored: with `_` for blanks.
 * @throws InvalidEmojiNameCharacters, InvalidEmojiNameEnding
 */
export function parseEmojiName(given: string): string {
  const name = given.trim().replaceAll(" ", "_");
  if (!/^[0-9a-z_-]+$/.test(name)) throw new InvalidEmojiNameCharacters();
  if (/[_-]$/.test(name)) throw new InvalidEmojiNameEnding();
  return name;
}

/** Whether an emoji that everybody has goes by that name. */
export const isBuiltInEmoji = (name: string): boolean => extraEmoji.has(name) || findUnicodeEmoji(name) !== undefined;
