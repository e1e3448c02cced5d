// The lexemes by which messages are found. All of them are in one column and one index, so that a search can test
// words, substrings, conversations and age in a single condition, which the index evaluates without reading messages.
// Lexemes that are not simply a part of the text start with a control character, which no text contains:

/** The stem of a word. */
export const STEM_PREFIX = "\u0001";
/** A range of message ids of one organization: see id-blocks.ts. */
export const BLOCK_PREFIX = "\u0002";
/** The conversation that the message is in. */
export const CONVERSATION_PREFIX = "\u0003";
/** The sender. */
export const SENDER_PREFIX = "\u0005";
/** The first two characters of a word. */
const WORD_START_PREFIX = "\u0004";
/** Separates the last two characters before a space from the first two after it. */
const WORD_JOIN_MARK = "\u0006";

/** Scripts without spaces between words, and pictographs: in these, a single character may be a search term. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}ー々]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer ones are not words; their substrings can still be found. */
const MAX_TOKEN_CHARACTERS = 60;
const GRAM_CHARACTERS = 3;

/** Normalizes a text for comparison: lower case, one Unicode form, no control characters. */
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
 * Returns the lexemes of a text besides stems. With them, every substring is found for which `queryGrams` returns
 * lexemes.
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

/** Returns the lexemes of a text by which phrases are found: for each pair of consecutive words. */
export function indexWordJoins(text: string): string[] {
  const runs = runsIn(text);
  return runs.slice(1).map((run, index) => wordJoin(runs[index] ?? "", run));
}

/**
 * Returns lexemes that the index of every text with this phrase contains. The first and the last word may be parts of
 * longer words.
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

/** Returns lexemes that the index of every text with this word contains; none if it is too short. */
export function queryGrams(word: string): string[] {
  const segments = segmentsOf(word);
  const grams = segments.flatMap(({ kind, text }) => {
    if (kind === "letters") return windows(text, GRAM_CHARACTERS);
    const pairs = kind === "dense" ? windows(text, 2) : [];
    return pairs.length > 0 ? pairs : windows(text, 1);
  });
  return sampleEvenly([...new Set([...grams, ...seamsOf(segments)])], MAX_QUERY_GRAMS);
}

/** Returns the lexeme of texts with a word that starts with this one, which has one or two characters. */
export const wordStartLexeme = (word: string): string => WORD_START_PREFIX + Array.from(word).slice(0, 2).join("");

/** Further lexemes would hardly narrow the result, and each takes time. */
const MAX_QUERY_GRAMS = 3;
/** The words of a phrase also occur in sequence elsewhere. */
const MAX_QUERY_JOINS = 8;

const sampleEvenly = (all: readonly string[], most: number): string[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] ?? "");

function* gramsOfRun(run: string): Iterable<string> {
  const segments = segmentsOf(run);
  yield* seamsOf(segments);
  for (const { kind, text } of segments) {
    yield* windows(text, kind === "letters" ? GRAM_CHARACTERS : 1);
    if (kind === "dense") yield* windows(text, 2);
  }
}

interface Segment {
  /** Alphabetic characters and digits; characters each of which may be a word; anything else. */
  readonly kind: "letters" | "dense" | "marks";
  text: string;
}

/** Cache: most texts use few different characters, and regular expressions are slow to classify them. */
const kinds = new Map<string, Segment["kind"]>();
const MAX_CACHED_KINDS = 20_000;

function kindOf(point: string): Segment["kind"] {
  const known = kinds.get(point);
  if (known) return known;
  const kind = DENSE.test(point) ? "dense" : LETTER.test(point) ? "letters" : "marks";
  if (kinds.size < MAX_CACHED_KINDS) kinds.set(point, kind);
  return kind;
}

const PLAIN = /^[a-z0-9]+$/;

function segmentsOf(run: string): Segment[] {
  // The most common case.
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

/** Returns the two characters at each boundary of segments: they distinguish `v2.0` from `20. v`. */
const seamsOf = (segments: readonly Segment[]): string[] =>
  segments.slice(1).map(({ text }, index) => lastOf(segments[index]?.text ?? "") + firstOf(text));

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? "";

const SURROGATE = /[\ud800-\udfff]/;

/** Returns all substrings of a text with this number of characters. */
function windows(text: string, size: number): string[] {
  const characters = SURROGATE.test(text) ? Array.from(text) : null;
  const found: string[] = [];
  for (let end = size; end <= (characters ?? text).length; end += 1) {
    found.push(characters ? characters.slice(end - size, end).join("") : text.slice(end - size, end));
  }
  return found;
}
