/** Replacement for a segment of a path that may be a secret or identify a user. */
const REDACTED = "[…]";
const MAX_SEGMENTS = 12;
/** A number that may be an id. */
const NUMBER = /^\d{1,15}$/;
/**
 * A word, or several words joined as in the names of operations. Longer words, words with more digits than a version,
 * and words in mixed case do not match, because they may be random secrets.
 */
const NAME =
  /^(?:[a-z]{1,14}|[A-Z][a-z]{0,13}|[A-Z]{1,8})\d{0,2}(?:[._-](?:[a-z]{1,14}|[A-Z][a-z]{0,13})\d{0,2}){0,5}$/;
/** A word of more than four characters must contain a vowel. Text without vowels that matches `NAME` may be random. */
const VOWEL = /[aeiouy]/i;

/**
 * Returns the path of an undeclared route without its query string, in a version that is safe to log: names and numbers
 * are unchanged, and everything that may be a key, an address or a user's text is redacted.
 */
export function loggablePath(path: string): string {
  const segments = path.split("/");
  const loggable = segments.slice(0, MAX_SEGMENTS).map((segment) => (isSafeToLog(segment) ? segment : REDACTED));
  return `${loggable.join("/")}${segments.length > MAX_SEGMENTS ? "/…" : ""}`;
}

const isSafeToLog = (segment: string): boolean =>
  segment === "" || NUMBER.test(segment) || (NAME.test(segment) && segment.split(/[._-]/).every(isWord));

const isWord = (part: string): boolean => part.length <= 4 || VOWEL.test(part);
