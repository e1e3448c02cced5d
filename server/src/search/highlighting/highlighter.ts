import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { SubstringFinder } from "./substring-finder.ts";
import { tokenize } from "../lexemes.ts";
import type { TextQuery } from "../text-query.ts";
import { textNodes } from "../rendered-text.ts";
import { readHtmlText, type HtmlTextPositions } from "./html-text-positions.ts";

/** The terms to highlight: substrings anywhere in the text, and whole words. */
export interface HighlightTerms {
  readonly substrings: readonly string[];
  readonly words: ReadonlySet<string>;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const OPEN = '<span class="highlight">';
const CLOSE = "</span>";

/**
 * Maximum number of characters that highlighting may add to a text: this number, plus `MAX_ADDED_PER_CHARACTER` for
 * each character of the text. If highlighting would add more, the text is not highlighted.
 */
const MAX_ADDED_CHARACTERS = 100 * (OPEN.length + CLOSE.length);
const MAX_ADDED_PER_CHARACTER = 4;
/** Maximum number of different words of the texts whose stems are looked up. */
const MAX_STEMMED_WORDS = 20_000;

/**
 * Returns the terms to highlight for a query in the given pieces of HTML: the longer words and the phrases of the
 * query, and the words in the HTML that match a short word of the query or have the same stem as one of its words.
 */
export async function loadHighlightTerms(
  db: Reader,
  { words, phrases }: TextQuery,
  pieces: readonly string[],
): Promise<HighlightTerms> {
  const substrings = [...words.filter(({ isShort }) => !isShort).map(({ text }) => text), ...phrases];
  const allTokens = [...new Set(words.flatMap(({ tokens }) => tokens))];
  const short = words.filter(({ isShort }) => isShort).map(({ text }) => text);
  // A word and its stem start with the same character.
  const present = [...(await runInTimeSlices(wordsIn(pieces, new Set(allTokens.map((token) => token[0])))))];
  const matching = present.filter((token) => short.some((one) => matchesShortWord(token, one)));
  const some = present.slice(0, MAX_STEMMED_WORDS);
  const related = allTokens.length === 0 || some.length === 0 ? [] : await loadWordsWithStem(db, some, allTokens);
  return { substrings, words: new Set([...matching, ...related]) };
}

/** Returns the different words in the text of the HTML that start with one of the given characters. */
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

/**
 * True if a word matches a short word of the query. A short word of one character only matches itself; one of two
 * characters also matches longer words that start with it.
 */
const matchesShortWord = (token: string, short: string): boolean =>
  token === short || (Array.from(short).length > 1 && token.startsWith(short));

async function loadWordsWithStem(db: Reader, tokens: readonly string[], stems: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select token from unnest(${tokens}::text[]) as token
    where ts_lexize('english_stem', token) && array(
      select stem from unnest(${stems}::text[]) as asked, unnest(ts_lexize('english_stem', asked)) as stem
    )`.execute(db);
  return rows.map(({ token }) => token);
}

/** Highlights terms in HTML that our renderer wrote. */
export class Highlighter {
  readonly #parts: SubstringFinder;
  readonly #words: ReadonlySet<string>;

  constructor({ substrings, words }: HighlightTerms) {
    this.#parts = new SubstringFinder(substrings);
    this.#words = words;
  }

  /**
   * Wraps matches in spans. A span contains only text: no tags, and no part of an entity. If the spans would make the
   * HTML many times as long, the HTML is returned unchanged. The time is proportional to the length of the HTML.
   */
  *highlight(html: string): PausableTask<string> {
    const maxHighlights = Math.floor(
      (MAX_ADDED_CHARACTERS + MAX_ADDED_PER_CHARACTER * html.length) / (OPEN.length + CLOSE.length),
    );
    const result: string[] = [];
    let [done, count] = [0, 0];
    for (const { from, to } of textNodes(html)) {
      for (const [start, end] of yield* this.#marksIn(html.slice(from, to))) {
        result.push(html.slice(done, from + start), OPEN, html.slice(from + start, from + end), CLOSE);
        done = from + end;
        if ((count += 1) > maxHighlights) return html;
      }
      yield;
    }
    result.push(html.slice(done));
    return result.join("");
  }

  /** Returns the ranges to highlight in the text between two tags, in ascending order. */
  *#marksIn(written: string): PausableTask<TextRange[]> {
    const read = yield* readHtmlText(written);
    const { text } = read;
    // For each position, the length of the longest match that ends there. It covers the shorter matches that end there.
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

/** Converts the lengths of matches by end position into ranges in ascending order. Overlapping matches are merged. */
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

/** Converts ranges of the text into ranges of the HTML, without splitting entities or characters. */
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

/** Escapes a text for use in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
