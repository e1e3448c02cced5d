// By what messages are found. All of it lies in one column and one index, so that a search can ask for words, for parts of
// words, for conversations and for an age in a single condition, which the index answers without looking at messages.
// What is not simply a part of the text begins with a control character, which no text has:

/** The stem of a word. */
export const STEM = "\u0001";
/** A range of message ids of one organization: see blocks.ts. */
export const BLOCK = "\u0002";
/** The conversation that the message is in. */
export const PLACE = "\u0003";
/** The first two characters of a word. */
const BEGINNING = "\u0004";

/** Scripts that do not put spaces between words, and pictures: there a single character may be what is searched for. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}ー々]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer ones are no words; parts of them are found all the same. */
const LONGEST_TOKEN = 60;
const GRAM = 3;

/** A text as search compares it: in lower case, in one form of Unicode, without control characters. */
export const comparable = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/\p{Cc}+/gu, " ");

/** The words in a text, each once. */
export const tokensIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(TOKEN), ([token]) => token).filter((token) => token.length <= LONGEST_TOKEN)),
];

/** What lies in the index of a text besides stems: by it every part of it is found that `gramsOf` has something for. */
export function partsIn(text: string): string[] {
  const parts = new Set<string>();
  for (const token of tokensIn(text)) parts.add(beginning(token));
  for (const run of text.split(/\s+/u)) for (const part of partsOfRun(run)) parts.add(part);
  parts.delete("");
  return [...parts];
}

/** What must lie in the index of every text that contains this word; nothing if it is too short to tell. */
export function gramsOf(word: string): string[] {
  const segments = segmentsOf(word);
  const grams = segments.flatMap(({ kind, points }) => {
    if (kind === "letters") return windows(points, GRAM);
    if (kind === "dense") return points.length === 1 ? points : windows(points, 2);
    return points;
  });
  return spread([...new Set([...grams, ...seamsOf(segments)])]);
}

/** What lies in the index of texts with a word that begins with this, or is this: for one of one or two characters. */
export const beginning = (word: string): string => BEGINNING + Array.from(word).slice(0, 2).join("");

/** More of them would find the same. */
const MOST_GRAMS = 8;

const spread = (grams: readonly string[]): string[] =>
  grams.length <= MOST_GRAMS
    ? [...grams]
    : Array.from({ length: MOST_GRAMS }, (_, index) => grams[Math.floor((index * grams.length) / MOST_GRAMS)] ?? "");

function* partsOfRun(run: string): Iterable<string> {
  const segments = segmentsOf(run);
  yield* seamsOf(segments);
  for (const { kind, points } of segments) {
    if (kind === "letters") yield* windows(points, GRAM);
    else yield* points;
    if (kind === "dense") yield* windows(points, 2);
  }
}

interface Segment {
  /** Letters and digits; characters each of which may be a word; anything else. */
  readonly kind: "letters" | "dense" | "marks";
  readonly points: string[];
}

function segmentsOf(run: string): Segment[] {
  const segments: Segment[] = [];
  for (const point of run) {
    const kind = DENSE.test(point) ? "dense" : LETTER.test(point) ? "letters" : "marks";
    const last = segments.at(-1);
    if (last?.kind === kind) last.points.push(point);
    else segments.push({ kind, points: [point] });
  }
  return segments;
}

/** The two characters where one segment ends and the next begins: they tell `v2.0` from `20. v`. */
const seamsOf = (segments: readonly Segment[]): string[] =>
  segments.slice(1).map(({ points }, index) => `${segments[index]?.points.at(-1) ?? ""}${points[0] ?? ""}`);

const windows = (points: readonly string[], size: number): string[] =>
  Array.from({ length: Math.max(0, points.length - size + 1) }, (_, at) => points.slice(at, at + size).join(""));
