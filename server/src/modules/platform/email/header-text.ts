/** Control characters, line breaks of every kind, and marks that change the direction of the following text. */
const UNWANTED_CHARACTERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/**
 * Start of an encoded word, which mail programs would decode. A space is inserted into it, so that a user's name is
 * shown exactly as it is.
 */
const ENCODED_WORD_START = "=?";
const MAX_LENGTH = 200;

/** Converts a text for use in a header: one line of at most 200 characters. */
export function toHeaderText(text: string): string {
  const line = text
    .replaceAll(UNWANTED_CHARACTERS, " ")
    .replaceAll(ENCODED_WORD_START, "= ?")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  const characters = [...line];
  if (characters.length <= MAX_LENGTH) return line;
  return `${characters
    .slice(0, MAX_LENGTH - 1)
    .join("")
    .trimEnd()}…`;
}
