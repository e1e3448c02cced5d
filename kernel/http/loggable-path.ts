/** Instead of a part of a path that may be a secret or a person. */
const REDACTED = "[…]";
const MAX_SEGMENTS = 12;
/** A number, as ids are. */
const NUMBER = /^\d{1,15}$/;
/**
 * A word, or several joined as names of operations are. One that is longer, or mixes letters with more than a version's digits
 * or cases within, may have been made by chance.
 */
const NAME =
  /^(?:[a-z]{1,14}|[A-Z][a-z]{0,13}|[A-Z]{1,8})\d{0,2}(?:[._-](?:[a-z]{1,14}|[A-Z][a-z]{0,13})\d{0,2}){0,5}$/;
/** Such a name is no secret, but without vowels a word is none. */
const VOWEL = /[aeiouy]/i;

/**
 * A path that nothing is declared for, as a log may hold it: names and numbers as they were sent, and whatever else could be a
 * key, an address or a person's text blanked. Without the query string.
 */
export function loggablePath(path: string): string {
  const segments = path.split("/");
  const told = segments.slice(0, MAX_SEGMENTS).map((segment) => (isSafeToLog(segment) ? segment : REDACTED));
  return `${told.join("/")}${segments.length > MAX_SEGMENTS ? "/…" : ""}`;
}

const isSafeToLog = (segment: string): boolean =>
  segment === "" || NUMBER.test(segment) || (NAME.test(segment) && segment.split(/[._-]/).every(isWord));

const isWord = (part: string): boolean => part.length <= 4 || VOWEL.test(part);
