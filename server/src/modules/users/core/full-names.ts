import { InvalidNameCharacters, InvalidNameFormat, NameTooLong, NameTooShort } from "./errors.ts";

const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 100;
/** Characters that delimit mentions, or have a meaning in Markdown or in email headers. */
const FORBIDDEN = /[*`\\>"@]/;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** The end of a name that could be mistaken for a mention with an id, which looks like `name|7`. */
const LOOKS_LIKE_MENTION = /\|\d+$/;

/** Returns the key of a name for comparisons. Names that differ only in case have equal keys. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Returns the name without surrounding whitespace. Throws one of `nameErrors` if the name is invalid. */
export function parseFullName(text: string): string {
  const name = text.trim();
  const { length } = [...name];
  if (length > MAX_NAME_LENGTH) throw new NameTooLong();
  if (length < MIN_NAME_LENGTH) throw new NameTooShort();
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name)) throw new InvalidNameCharacters();
  if (LOOKS_LIKE_MENTION.test(name)) throw new InvalidNameFormat();
  return name;
}
