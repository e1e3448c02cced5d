// By what messages are found. All of it lies in one column and one index, so that a search can ask for words, for parts of
// words, for conversations and for an age in a single condition, which the index answers without looking at messages.
// What is not simply a part of the text begins with a control character, which no text has:

/** The stem of a word. */
export const STEM_PREFIX = "\u0001";
/** A range of message ids of one organization: see blocks.ts. */
export const BLOCK_PREFIX = "\u0002";
/** The conversation that the message is in. */
export const CONVERSATION_PREFIX = "\u0003";
/** Who wrote it. */
export const SENDER_PREFIX = "\u0005";
/** The first two characters of a word. */
const WORD_START_PREFIX = "\u0004";
/** Between the last two characters before a space and the first two after it. */
const WORD_JOIN_MARK = "\u0006";

/** Scripts that do not put spaces between words, and pictures: there a single character may be what is searched for. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}ー々]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer ones are no words; parts of them are found all the same. */
const MAX_TOKEN_CHARACTERS = 60;
const GRAM_CHARACTERS = 3;

/** A text as search compares it: in lower case, in one form of Unicode, without control characters. */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/\p{Cc}+/gu, " ");

/** The words in a text, each once. */
export const tokenize = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(TOKEN), ([token]) => token).filter((token) => token.length <= MAX_TOKEN_CHARACTERS),
  ),
];

/** What lies in the index of a text besides stems: by it every part of it is found that `queryGrams` has something for. */
export function indexGrams(text: string): string[] {
  const parts = new Set<string>();
  for (const token of tokenize(text)) parts.add(wordStartLexeme(token));
  for (const run of text.split(/\s+/u)) for (const part of gramsOfRun(run)) parts.add(part);
  parts.delete("");
  return [...parts];
}

const SPACES = /\s+/u;
const runsIn = (text: string): string[] => text.split(SPACES).filter((run) => run !== "");

/** What lies in the index of a text by which phrases are found: how its words follow each other. */
export function indexWordJoins(text: string): string[] {
  const runs = runsIn(text);
  return runs.slice(1).map((run, index) => wordJoin(runs[index] ?? "", run));
}

/** What must lie in the index of every text that contains this phrase. The words at its ends may be parts of others. */
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

/** What must lie in the index of every text that contains this word; nothing if it is too short to tell. */
export function queryGrams(word: string): string[] {
  const segments = segmentsOf(word);
  const grams = segments.flatMap(({ kind, text }) => {
    if (kind === "letters") return windows(text, GRAM_CHARACTERS);
    const pairs = kind === "dense" ? windows(text, 2) : [];
    return pairs.length > 0 ? pairs : windows(text, 1);
  });
  return sampleEvenly([...new Set([...grams, ...seamsOf(segments)])], MAX_QUERY_GRAMS);
}

/** What lies in the index of texts with a word that begins with this, or is this: for one of one or two characters. */
export const wordStartLexeme = (word: string): string => WORD_START_PREFIX + Array.from(word).slice(0, 2).join("");

/** With more of them hardly less is found, and each takes its time. */
const MAX_QUERY_GRAMS = 3;
/** The words of a phrase follow each other elsewhere too. */
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
  /** Letters and digits; characters each of which may be a word; anything else. */
  readonly kind: "letters" | "dense" | "marks";
  text: string;
}

/** Most texts are written in few characters, of which expressions are slow to tell the kind. */
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
  // As most are.
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

/** The two characters where one segment ends and the next begins: they tell `v2.0` from `20. v`. */
const seamsOf = (segments: readonly Segment[]): string[] =>
  segments.slice(1).map(({ text }, index) => lastOf(segments[index]?.text ?? "") + firstOf(text));

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? "";

const SURROGATE = /[\ud800-\udfff]/;

/** All parts of a text that are so many characters long. */
function windows(text: string, size: number): string[] {
  const characters = SURROGATE.test(text) ? Array.from(text) : null;
  const found: string[] = [];
  for (let end = size; end <= (characters ?? text).length; end += 1) {
    found.push(characters ? characters.slice(end - size, end).join("") : text.slice(end - size, end));
  }
  return found;
}
