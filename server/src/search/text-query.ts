import { normalizeForSearch, queryGrams, tokenize } from "./lexemes.ts";
import { isStopWord } from "./stop-words.ts";

/** The most characters of all that is searched for at once. */
export const MAX_QUERY_CHARACTERS = 1000;
/** The most words, and the most phrases. */
const MAX_QUERY_WORDS = 50;

/** A word that is searched for, as it was written but for case. */
export interface QueryWord {
  readonly text: string;
  /** The words it is made of, without those that say nothing: `e-mail` is two. */
  readonly tokens: readonly string[];
  /** Too short for other words to be searched for it: it is found where a word is it, or begins with it. */
  readonly isShort: boolean;
}

/** What is searched for: all of it must be there. */
export interface TextQuery {
  readonly words: readonly QueryWord[];
  /** What stands in quotes: in lower case. */
  readonly phrases: readonly string[];
}

const PHRASE = /"([^"]+)"/g;
const PUNCTUATION_ALONE = /^\p{P}+$/u;

/** Reads what somebody typed into a search box. Without words that say something it finds nothing. */
export function parseTextQuery(text: string): TextQuery {
  const phrases = Array.from(text.matchAll(PHRASE), ([, phrase = ""]) => normalizeForSearch(phrase).trim());
  const written = normalizeForSearch(text.replaceAll('"', " ")).split(/\s+/u);
  const given = [...new Set(written)].filter((word) => word !== "");
  const telling = given.filter((word) => !PUNCTUATION_ALONE.test(word));
  const words = (telling.length > 0 ? telling : given).filter((word) => !hasOnlyStopWords(word)).map(parseWord);
  return { words, phrases: [...new Set(phrases)].filter((phrase) => phrase !== "") };
}

/** Whether it is longer than anybody needs. */
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
