import { ChannelNameTooLong, EmptyChannelName, InvalidChannelNameCharacter } from "./errors.ts";

export const MAX_CHANNEL_NAME_LENGTH = 60;
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024;

/** Control characters, halves of surrogate pairs, and code points that Unicode says are no characters. */
const INVALID_CHARACTER = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** A name as it is kept. Lengths and positions count characters, not UTF-16 units. */
export function parseChannelName(given: string): string {
  const name = given.trim();
  const characters = [...name];
  if (characters.length === 0) throw new EmptyChannelName();
  if (characters.length > MAX_CHANNEL_NAME_LENGTH) throw new ChannelNameTooLong();
  const position = findInvalidCharacter(name);
  if (position > 0) throw new InvalidChannelNameCharacter({ position });
  return name;
}

/** Where in a name something stands that is no character that people could read, counted from 1; 0: nowhere. */
export const findInvalidCharacter = (name: string): number =>
  [...name].findIndex((character) => INVALID_CHARACTER.test(character)) + 1;

/** A description as it is kept: on one line. */
export const normalizeDescription = (given: string): string => given.trim().replaceAll(/\r?\n/g, " ");
