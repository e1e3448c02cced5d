// The lexemes (search keys) by which messages are found. All kinds of lexemes are in the same column and the same
// index, so that a search can test words, substrings, conversations and age in one condition, which the index evaluates
// without reading messages. Each lexeme is either a substring of the text or contains one of the following control
// characters, which no normalized text contains.

/** Starts the lexeme of a word's stem. */
export const STEM_PREFIX = "\u0001";
/** Starts the lexeme of a block: a range of message ids of one organization, see id-blocks.ts. */
export const BLOCK_PREFIX = "\u0002";
/** Starts the lexeme of the conversation that the message is in. */
export const CONVERSATION_PREFIX = "\u0003";
/** Starts the lexeme of the message's sender. */
export const SENDER_PREFIX = "\u0005";
/** Starts the lexeme of the first two characters of a word. */
const WORD_START_PREFIX = "\u0004";
/**
 * Used in the lexeme of two consecutive words: separates the last two characters of the first word from the first two
 * of the second.
 */
const WORD_JOIN_MARK = "\u0006";

/**
 * Characters of scripts without spaces between words, and pictographs. A single one of these characters can be a search
 * term.
 */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}ー々]/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer sequences of characters are not treated as words, but their substrings can still be found. */
const MAX_TOKEN_CHARACTERS = 60;
const GRAM_CHARACTERS = 3;

/**
 * Normalizes a text for comparison: lower case, Unicode normalization form NFC, a space instead of control characters.
 */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/\p{Cc}+/gu, " ");

/** Returns the distinct words in a text. */
export const tokenize = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(TOKEN), ([token]) => token).filter((token) => token.length <= MAX_TOKEN_CHARACTERS),
  ),
];

/**
 * Returns the lexemes of a text for the index, except stems and pairs of words. For every substring without spaces,
 * they include the lexemes that `queryGrams` returns for the substring.
 */
export function indexGrams(text: string): string[] {
  const parts = new Set<string>();
  for (const token of tokenize(text)) parts.add(wordStartLexeme(token));
  for (const run of text.split(/\s+/u)) for (const part of gramsOfRun(run)) parts.add(part);
  parts.delete("");
  return [...parts];
}

const SPACES = /\s+/u;
const runsIn = (text: string): string[] => text.split(SPACES).filter((run) => run !== "");

/** Returns the lexemes of each pair of consecutive words of a text, for the index. A search for a phrase uses them. */
export function indexWordJoins(text: string): string[] {
  const runs = runsIn(text);
  return runs.slice(1).map((run, index) => wordJoin(runs[index] ?? "", run));
}

/**
 * Returns the lexemes of pairs of consecutive words that a search for a phrase uses: each text with the phrase has all
 * of them in the index. The first and the last word of the phrase may be only parts of the words of the text, so they
 * are used only if they have at least two characters.
 */
export function queryWordJoins(phrase: string): string[] {
  const runs = runsIn(phrase);
  const isKnown = (run: string, index: number) => (index > 0 && index < runs.length - 1) || Array.from(run).length > 1;
  const joins = runs.slice(1).flatMap((run, index) => {
    const before = runs[index] ?? "";
    return isKnown(before, index) && isKnown(run, index + 1) ? [wordJoin(before, run)] : [];
  });
  return sampleEvenly([...new Set(joins)], MAX_QUERY_JOINS);
}

const wordJoin = (before: string, after: string): string =>
  Array.from(before.slice(-4)).slice(-2).join("") + WORD_JOIN_MARK + Array.from(after.slice(0, 4)).slice(0, 2).join("");

/**
 * Returns the lexemes that a search for a word uses: each text that contains the word has all of them in the index.
 * Returns none if the word is too short.
 */
export function queryGrams(word: string): string[] {
  const segments = segmentsOf(word);
  const grams = segments.flatMap(({ kind, text }) => {
    if (kind === "letters") return windows(text, GRAM_CHARACTERS);
    const pairs = kind === "dense" ? windows(text, 2) : [];
    return pairs.length > 0 ? pairs : windows(text, 1);
  });
  return sampleEvenly([...new Set([...grams, ...seamsOf(segments)])], MAX_QUERY_GRAMS);
}

/**
 * Returns the lexeme of a word's start: the first two characters, or the only one. A search for a word of one or two
 * characters uses it to find the words that start with these characters.
 */
export const wordStartLexeme = (word: string): string => WORD_START_PREFIX + Array.from(word).slice(0, 2).join("");

/**
 * Maximum number of lexemes that a search uses for a word: more would hardly reduce the number of hits, and each takes
 * time.
 */
const MAX_QUERY_GRAMS = 3;
/**
 * Maximum number of lexemes that a search uses for a phrase. It is higher than that for a word, because pairs of words
 * are less distinctive: they also occur in other texts.
 */
const MAX_QUERY_JOINS = 8;

const sampleEvenly = (all: readonly string[], count: number): string[] =>
  all.length <= count
    ? [...all]
    : Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? "");

function* gramsOfRun(run: string): Iterable<string> {
  const segments = segmentsOf(run);
  yield* seamsOf(segments);
  for (const { kind, text } of segments) {
    yield* windows(text, kind === "letters" ? GRAM_CHARACTERS : 1);
    if (kind === "dense") yield* windows(text, 2);
  }
}

interface Segment {
  /**
   * In this order: alphabetic characters and digits; characters each of which can be a word (`DENSE`); all other
   * characters.
   */
  readonly kind: "letters" | "dense" | "marks";
  text: string;
}

/**
 * Cache of the kinds of characters: most texts use few different characters, and classifying a character with regular
 * expressions is slow.
 */
const kinds = new Map<string, Segment["kind"]>();
const MAX_CACHED_KINDS = 20_000;

function kindOf(point: string): Segment["kind"] {
  const known = kinds.get(point);
  if (known) return known;
  const kind = DENSE.test(point) ? "dense" : WORD_CHARACTER.test(point) ? "letters" : "marks";
  if (kinds.size < MAX_CACHED_KINDS) kinds.set(point, kind);
  return kind;
}

const PLAIN = /^[a-z0-9]+$/;

function segmentsOf(run: string): Segment[] {
  // Most words consist of these characters only.
  if (PLAIN.test(run)) return [{ kind: "letters", text: run }];
  const segments: Segment[] = [];
  for (const point of run) {
    const kind = kindOf(point);
    const last = segments.at(-1);
    if (last?.kind === kind) last.text += point;
    else segments.push({ kind, text: point });
  }
  return segments;
}

/**
 * Returns, for each boundary between two segments, the character before it and the character after it. These lexemes
 * distinguish `v2.0` from `20. v`.
 */
const seamsOf = (segments: readonly Segment[]): string[] =>
  segments.slice(1).map(({ text }, index) => lastOf(segments[index]?.text ?? "") + firstOf(text));

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? "";

const SURROGATE = /[\ud800-\udfff]/;

/** Returns all substrings of a text that have `size` characters. */
function windows(text: string, size: number): string[] {
  const characters = SURROGATE.test(text) ? Array.from(text) : null;
  const found: string[] = [];
  for (let end = size; end <= (characters ?? text).length; end += 1) {
    found.push(characters ? characters.slice(end - size, end).join("") : text.slice(end - size, end));
  }
  return found;
}
