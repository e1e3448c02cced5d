import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { SubstringFinder } from "./substring-finder.ts";
import { tokenize } from "../lexemes.ts";
import type { TextQuery } from "../text-query.ts";
import { textNodes } from "../rendered-text.ts";
import { readHtmlText, type HtmlTextPositions } from "./html-text-positions.ts";

/** The terms to highlight: substrings at any position, and whole words. */
export interface HighlightTerms {
  readonly substrings: readonly string[];
  readonly words: ReadonlySet<string>;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const OPEN = '<span class="highlight">';
const CLOSE = "</span>";

/**
 * Number of characters that marks may add to any text, and additional number for each of its characters. If marks would
 * add more, the text gets none.
 */
const MAX_ADDED_CHARACTERS = 100 * (OPEN.length + CLOSE.length);
const MAX_ADDED_PER_CHARACTER = 4;
/** Maximum number of different words in the pieces whose stems are looked up. */
const MAX_STEMMED_WORDS = 20_000;

/**
 * Returns the terms that a query highlights in these pieces of HTML: the searched text, and words with the same stem.
 */
export async function loadHighlightTerms(
  db: Reader,
  { words, phrases }: TextQuery,
  pieces: readonly string[],
): Promise<HighlightTerms> {
  const substrings = [...words.filter(({ isShort }) => !isShort).map(({ text }) => text), ...phrases];
  const asked = [...new Set(words.flatMap(({ tokens }) => tokens))];
  const short = words.filter(({ isShort }) => isShort).map(({ text }) => text);
  // A word and its stem start with the same character.
  const present = [...(await runInTimeSlices(wordsIn(pieces, new Set(asked.map((token) => token[0])))))];
  const begun = present.filter((token) => short.some((one) => matchesShortWord(token, one)));
  const some = present.slice(0, MAX_STEMMED_WORDS);
  const related = asked.length === 0 || some.length === 0 ? [] : await loadWordsWithStem(db, some, asked);
  return { substrings, words: new Set([...begun, ...related]) };
}

/** Returns the words that start with one of these characters. */
function* wordsIn(pieces: readonly string[], initials: ReadonlySet<string | undefined>): PausableTask<Set<string>> {
  const words = new Set<string>();
  for (const html of pieces) {
    for (const { from, to } of textNodes(html)) {
      const { text } = yield* readHtmlText(html.slice(from, to));
      for (const token of tokenize(text)) if (initials.has(token[0])) words.add(token);
      yield;
    }
  }
  return words;
}

/** A word of one character only matches itself; one of two also matches words that start with it. */
const matchesShortWord = (token: string, short: string): boolean =>
  token === short || (Array.from(short).length > 1 && token.startsWith(short));

async function loadWordsWithStem(db: Reader, tokens: readonly string[], asked: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select token from unnest(${tokens}::text[]) as token
    where ts_lexize('english_stem', token) && array(
      select stem from unnest(${asked}::text[]) as asked, unnest(ts_lexize('english_stem', asked)) as stem
    )`.execute(db);
  return rows.map(({ token }) => token);
}

/** Highlights terms in HTML that we have rendered. */
export class Highlighter {
  readonly #parts: SubstringFinder;
  readonly #words: ReadonlySet<string>;

  constructor({ substrings, words }: HighlightTerms) {
    this.#parts = new SubstringFinder(substrings);
    this.#words = words;
  }

  /**
   * Wraps matches in spans. The spans contain only text: they contain no tag, and cut no entity. If they would make the
   * HTML many times as long, it is returned unchanged. The work is proportional to the length.
   */
  *highlight(html: string): PausableTask<string> {
    const most = Math.floor(
      (MAX_ADDED_CHARACTERS + MAX_ADDED_PER_CHARACTER * html.length) / (OPEN.length + CLOSE.length),
    );
    const result: string[] = [];
    let [done, count] = [0, 0];
    for (const { from, to } of textNodes(html)) {
      for (const [start, end] of yield* this.#marksIn(html.slice(from, to))) {
        result.push(html.slice(done, from + start), OPEN, html.slice(from + start, from + end), CLOSE);
        done = from + end;
        if ((count += 1) > most) return html;
      }
      yield;
    }
    result.push(html.slice(done));
    return result.join("");
  }

  /** Returns the ranges to highlight in a text between two tags, in order. */
  *#marksIn(written: string): PausableTask<TextRange[]> {
    const read = yield* readHtmlText(written);
    const { text } = read;
    // The length of the longest substring that ends at each position: it covers the shorter ones that end there.
    const lengths = new Int32Array(text.length + 1);
    yield* this.#parts.find(text, lengths);
    if (this.#words.size > 0) {
      for (const { 0: word, index } of text.matchAll(TOKEN)) {
        const end = index + word.length;
        if (this.#words.has(word)) lengths[end] = Math.max(lengths[end] ?? 0, word.length);
      }
    }
    return toHtmlRanges(read, mergeRanges(lengths));
  }
}

type TextRange = readonly [from: number, to: number];

/** Returns the matches in order; overlapping ones are merged. */
function mergeRanges(lengths: Int32Array): TextRange[] {
  const ranges: TextRange[] = [];
  for (let to = 1; to < lengths.length; to += 1) {
    const length = lengths[to] ?? 0;
    if (length === 0) continue;
    let from = to - length;
    for (let last = ranges.at(-1); last && from < last[1]; last = ranges.at(-1)) {
      from = Math.min(from, last[0]);
      ranges.pop();
    }
    ranges.push([from, to]);
  }
  return ranges;
}

/** Converts ranges of the text to ranges of the HTML, without splitting characters. */
function toHtmlRanges(read: HtmlTextPositions, ranges: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = [];
  for (const [from, to] of ranges) {
    const start = read.startOf(from);
    if (start >= (found.at(-1)?.[1] ?? 0)) found.push([start, read.endOf(to)]);
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes a text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
