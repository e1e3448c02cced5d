import { ChannelNameTooLong, EmptyChannelName, InvalidChannelNameCharacter } from "./errors.ts";

export const MAX_CHANNEL_NAME_LENGTH = 60;
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024;

/** Control characters, unpaired surrogates, and Unicode noncharacters. */
const INVALID_CHARACTER = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * Normalizes a channel's name for storage. Its length, and positions in it, are counted in code points instead of
 * UTF-16 code units.
 * @throws EmptyChannelName, ChannelNameTooLong, InvalidChannelNameCharacter
 */
export function parseChannelName(text: string): string {
  const name = text.trim();
  const characters = [...name];
  if (characters.length === 0) throw new EmptyChannelName();
  if (characters.length > MAX_CHANNEL_NAME_LENGTH) throw new ChannelNameTooLong();
  const position = findInvalidCharacter(name);
  if (position > 0) throw new InvalidChannelNameCharacter({ position });
  return name;
}

/**
 * Returns the position of the first invalid character in a name, counted from 1. Returns 0 if all characters are valid.
 */
export const findInvalidCharacter = (name: string): number =>
  [...name].findIndex((character) => INVALID_CHARACTER.test(character)) + 1;

/**
 * Normalizes a channel's description for storage: replaces line breaks with spaces, and removes surrounding whitespace.
 */
export const normalizeDescription = (text: string): string => text.trim().replaceAll(/\r?\n/g, " ");
