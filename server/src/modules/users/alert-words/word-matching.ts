/** Maximum length of an alert word, which may also be a phrase, in characters. */
export const MAX_ALERT_WORD_LENGTH = 100;
/** Maximum number of alert words per user. */
export const MAX_ALERT_WORDS_PER_USER = 1000;

const MAY_PRECEDE = /[\s("'.,;[*`>]/u;
const MAY_FOLLOW = /[\s)"'?:.,;\]!*`]/u;

/** Returns the key of a word for comparisons. Words that differ only in case have equal keys. */
export const wordKey = (word: string): string => word.toLowerCase();

/** Returns the earliest position at which a word that starts at `from` can end. */
function firstEnd(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && !MAY_FOLLOW.test(text.charAt(end))) end += 1;
  return end;
}

/** Returns the start of a word's key, up to the earliest position at which a word can end. */
export const prefixKey = (word: string): string => {
  const key = wordKey(word);
  return key.slice(0, firstEnd(key, 0));
};

/** A text that was prepared for searching alert words in it. */
export interface SearchedText {
  /** The prefix keys of all words that the text may contain. */
  readonly startKeys: readonly string[];
  /** Returns whether the text contains the word with this key as a whole word, regardless of case. */
  readonly has: (key: string) => boolean;
}

/**
 * Prepares a text for searching alert words in it. A word can start at the start of the text, and after a space or some
 * punctuation.
 */
export function prepareSearchedText(content: string): SearchedText {
  const text = wordKey(content);
  const positions = new Map<string, number[]>();
  let end = 0;
  for (let from = 0; from < text.length; from += 1) {
    if (from > 0 && !MAY_PRECEDE.test(text.charAt(from - 1))) continue;
    if (end <= from) end = firstEnd(text, from);
    if (end - from > MAX_ALERT_WORD_LENGTH) continue;
    const start = text.slice(from, end);
    const known = positions.get(start);
    if (known) known.push(from);
    else positions.set(start, [from]);
  }
  const isAt = (key: string, from: number) => {
    const after = from + key.length;
    return text.startsWith(key, from) && (after === text.length || MAY_FOLLOW.test(text.charAt(after)));
  };
  return {
    startKeys: [...positions.keys()],
    has: (key) => positions.get(key.slice(0, firstEnd(key, 0)))?.some((from) => isAt(key, from)) ?? false,
  };
}
