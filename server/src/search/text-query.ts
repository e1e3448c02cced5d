import { normalizeForSearch, queryGrams, tokenize } from "./lexemes.ts";
import { isStopWord } from "./stop-words.ts";

/** Maximum length of a query, in characters. */
export const MAX_QUERY_CHARACTERS = 1000;
/** Maximum number of words, and maximum number of phrases. */
const MAX_QUERY_WORDS = 50;

/** A searched word, as it was written except for case. */
export interface QueryWord {
  readonly text: string;
  /** The words it consists of, without stop words: `e-mail` has two. */
  readonly tokens: readonly string[];
  /**
   * Whether it is too short to be searched for as a substring: it only matches words that equal it or start with it.
   */
  readonly isShort: boolean;
}

/** A parsed query. All of its words and phrases must match. */
export interface TextQuery {
  readonly words: readonly QueryWord[];
  /** The texts in quotes, in lower case. */
  readonly phrases: readonly string[];
}

const PHRASE = /"([^"]+)"/g;
const PUNCTUATION_ALONE = /^\p{P}+$/u;

/** Parses the text of a search box. Without any meaningful words, the query finds nothing. */
export function parseTextQuery(text: string): TextQuery {
  const phrases = Array.from(text.matchAll(PHRASE), ([, phrase = ""]) => normalizeForSearch(phrase).trim());
  const written = normalizeForSearch(text.replaceAll('"', " ")).split(/\s+/u);
  const given = [...new Set(written)].filter((word) => word !== "");
  const telling = given.filter((word) => !PUNCTUATION_ALONE.test(word));
  const words = (telling.length > 0 ? telling : given).filter((word) => !hasOnlyStopWords(word)).map(parseWord);
  return { words, phrases: [...new Set(phrases)].filter((phrase) => phrase !== "") };
}

/** Whether the query exceeds the limits, which are higher than any practical query. */
export const isTooLong = (text: string): boolean => {
  if (text.length > MAX_QUERY_CHARACTERS) return true;
  const { words, phrases } = parseTextQuery(text);
  return words.length > MAX_QUERY_WORDS || phrases.length > MAX_QUERY_WORDS;
};

function hasOnlyStopWords(word: string): boolean {
  const tokens = tokenize(word);
  return tokens.length > 0 && tokens.every(isStopWord);
}

const parseWord = (text: string): QueryWord => ({
  text,
  tokens: tokenize(text).filter((token) => !isStopWord(token)),
  isShort: queryGrams(text).length === 0,
});
