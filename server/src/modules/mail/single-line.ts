/** Control characters, line breaks of every kind, and marks that turn the direction of what follows. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const MAX_LENGTH = 200;

/** A text that stands in a header: one line, of a length that every reader shows. */
export function singleLine(text: string): string {
  const line = text.replaceAll(UNWANTED, " ").replaceAll(/ {2,}/g, " ").trim();
  return line.length > MAX_LENGTH ? `${[...line.slice(0, MAX_LENGTH - 1)].join("").trimEnd()}…` : line;
}
