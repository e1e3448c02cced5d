/** Control characters, line breaks of every kind, and marks that turn the direction of what follows. */
const UNWANTED_CHARACTERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Begins an encoded word, which readers would decode: what a name says is never more than it shows. */
const ENCODED_WORD_START = "=?";
const MAX_LENGTH = 200;

/** A text that stands in a header: one line of at most 200 characters. */
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
