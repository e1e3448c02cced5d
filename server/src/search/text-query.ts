import { normalizeForSearch, queryGrams, tokenize } from "./lexemes.ts";
import { isStopWord } from "./stop-words.ts";

/** Maximum length of a query, in characters. */
export const MAX_QUERY_CHARACTERS = 1000;
/** Maximum number of words in a query. The maximum number of phrases is the same. */
const MAX_QUERY_WORDS = 50;

/** A word of a query, normalized. It may contain punctuation. */
export interface QueryWord {
  readonly text: string;
  /** The words of alphabetic characters and digits in `text`, without stop words. Example: `e-mail` has two. */
  readonly tokens: readonly string[];
  /**
   * True if the word is too short to be searched for as a substring. It then matches only words that start with it (or,
   * if it has one character, equal it), or have the same stem.
   */
  readonly isShort: boolean;
}

/** A parsed query. A message must match all its words and phrases. */
export interface TextQuery {
  readonly words: readonly QueryWord[];
  /** The texts between quotation marks, normalized. */
  readonly phrases: readonly string[];
}

const PHRASE = /"([^"]+)"/g;
const PUNCTUATION_ALONE = /^\p{P}+$/u;

/** Parses the text of a search box. A query that consists only of stop words finds nothing. */
export function parseTextQuery(text: string): TextQuery {
  const phrases = Array.from(text.matchAll(PHRASE), ([, phrase = ""]) => normalizeForSearch(phrase).trim());
  const written = normalizeForSearch(text.replaceAll('"', " ")).split(/\s+/u);
  const distinct = [...new Set(written)].filter((word) => word !== "");
  const significant = distinct.filter((word) => !PUNCTUATION_ALONE.test(word));
  const words = (significant.length > 0 ? significant : distinct)
    .filter((word) => !hasOnlyStopWords(word))
    .map(parseWord);
  return { words, phrases: [...new Set(phrases)].filter((phrase) => phrase !== "") };
}

/** True if a query exceeds the limits. They are higher than any practical query needs. */
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
