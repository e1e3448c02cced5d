/** Replaces a segment of a path that may be a secret or identify a user. */
const REDACTED = "[…]";
const MAX_SEGMENTS = 12;
/** A number that may be an id. */
const NUMBER = /^\d{1,15}$/;
/**
 * A word, or several joined like the names of operations. A longer one may be a random secret, and so may one with more
 * digits than a version or with mixed case.
 */
const NAME =
  /^(?:[a-z]{1,14}|[A-Z][a-z]{0,13}|[A-Z]{1,8})\d{0,2}(?:[._-](?:[a-z]{1,14}|[A-Z][a-z]{0,13})\d{0,2}){0,5}$/;
/** A name that matches is no secret, but without vowels it is not a word. */
const VOWEL = /[aeiouy]/i;

/**
 * Returns the path of an undeclared route in a form that is safe to log: names and numbers as they were sent, and
 * everything that may be a key, an address or a user's text redacted. Without the query string.
 */
export function loggablePath(path: string): string {
  const segments = path.split("/");
  const told = segments.slice(0, MAX_SEGMENTS).map((segment) => (isSafeToLog(segment) ? segment : REDACTED));
  return `${told.join("/")}${segments.length > MAX_SEGMENTS ? "/…" : ""}`;
}

const isSafeToLog = (segment: string): boolean =>
  segment === "" || NUMBER.test(segment) || (NAME.test(segment) && segment.split(/[._-]/).every(isWord));

const isWord = (part: string): boolean => part.length <= 4 || VOWEL.test(part);
