import { comparable, gramsOf, tokensIn } from "./lexemes.ts";
import { isStopWord } from "./stop-words.ts";

/** The most characters of all that is searched for at once. */
export const MAX_QUERY = 1000;
/** The most words, and the most phrases. */
const MAX_WORDS = 50;

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
export function readQuery(text: string): TextQuery {
  const phrases = Array.from(text.matchAll(PHRASE), ([, phrase = ""]) => comparable(phrase).trim());
  const written = comparable(text.replaceAll('"', " ")).split(/\s+/u);
  const given = [...new Set(written)].filter((word) => word !== "");
  const telling = given.filter((word) => !PUNCTUATION_ALONE.test(word));
  const words = (telling.length > 0 ? telling : given).filter((word) => !saysNothing(word)).map(readWord);
  return { words, phrases: [...new Set(phrases)].filter((phrase) => phrase !== "") };
}

/** Whether it is longer than anybody needs. */
export const isTooLong = (text: string): boolean => {
  if (text.length > MAX_QUERY) return true;
  const { words, phrases } = readQuery(text);
  return words.length > MAX_WORDS || phrases.length > MAX_WORDS;
};

function saysNothing(word: string): boolean {
  const tokens = tokensIn(word);
  return tokens.length > 0 && tokens.every(isStopWord);
}

const readWord = (text: string): QueryWord => ({
  text,
  tokens: tokensIn(text).filter((token) => !isStopWord(token)),
  isShort: gramsOf(text).length === 0,
});
