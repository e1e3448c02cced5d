/** Characters of one word or phrase. */
export const MAX_ALERT_WORD_LENGTH = 100;
/** Limits for one user. */
export const MAX_ALERT_WORDS_PER_USER = 1000;

const MAY_PRECEDE = /[\s("'.,;[*`>]/u;
const MAY_FOLLOW = /[\s)"'?:.,;\]!*`]/u;

/** Two words are the same where their keys are. */
export const wordKey = (word: string): string => word.toLowerCase();

/** Where the word that begins at `from` may end, at the earliest. */
function firstEnd(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && !MAY_FOLLOW.test(text.charAt(end))) end += 1;
  return end;
}

/** How a word begins, up to where one may end. */
export const prefixKey = (word: string): string => {
  const key = wordKey(word);
  return key.slice(0, firstEnd(key, 0));
};

/** A text, ready to be searched for words. */
export interface SearchedText {
  /** The start keys of all words that may be in it. */
  readonly startKeys: readonly string[];
  /** Whether a word is in it, given its key: as a whole, in whatever case. */
  readonly has: (key: string) => boolean;
}

/** Finds the positions in a text where words can be: before them stands nothing, a space or some punctuation. */
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
