import { extraEmoji, findUnicodeEmoji } from "@parlance/emoji/index.ts";
import { InvalidEmojiNameEnding, InvalidEmojiNameCharacters } from "./errors.ts";

/** Maximum length of a name, in characters. */
export const MAX_EMOJI_NAME_LENGTH = 100;

/**
 * Validates the name of a new emoji, and returns it as it is stored, with `_` instead of spaces.
 * @throws InvalidEmojiNameCharacters, InvalidEmojiNameEnding
 */
export function parseEmojiName(text: string): string {
  const name = text.trim().replaceAll(" ", "_");
  if (!/^[0-9a-z_-]+$/.test(name)) throw new InvalidEmojiNameCharacters();
  if (/[_-]$/.test(name)) throw new InvalidEmojiNameEnding();
  return name;
}

/** Returns true if a built-in emoji has this name. */
export const isBuiltInEmoji = (name: string): boolean => extraEmoji.has(name) || findUnicodeEmoji(name) !== undefined;
