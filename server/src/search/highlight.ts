import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { comparable, tokensIn } from "./lexemes.ts";
import type { TextQuery } from "./query.ts";
import { readCharacter, textNodes, WRITTEN_CHARACTER } from "./rendered.ts";

/** What is to be marked: parts wherever they are, and words. */
export interface Marks {
  readonly parts: readonly string[];
  readonly words: ReadonlySet<string>;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const OPEN = '<span class="highlight">';
const CLOSE = "</span>";

/** What a query marks in these pieces of HTML: what was searched for, and words with the same stem. */
export async function marksFor(db: Reader, { words, phrases }: TextQuery, pieces: readonly string[]): Promise<Marks> {
  const parts = [...words.filter(({ isShort }) => !isShort).map(({ text }) => text), ...phrases];
  const asked = [...new Set(words.flatMap(({ tokens }) => tokens))];
  const short = words.filter(({ isShort }) => isShort).map(({ text }) => text);
  const initials = new Set(asked.map((token) => token[0]));
  // No stem begins with another letter than its word.
  const present = new Set(pieces.flatMap((html) => tokensIn(textOf(html))).filter((token) => initials.has(token[0])));
  const begun = [...present].filter((token) => short.some((one) => startsAlike(token, one)));
  const related = asked.length === 0 || present.size === 0 ? [] : await sameStem(db, [...present], asked);
  return { parts, words: new Set([...begun, ...related]) };
}

/** A word of one character stands for itself alone, one of two also for what begins with it. */
const startsAlike = (token: string, short: string): boolean =>
  token === short || (Array.from(short).length > 1 && token.startsWith(short));

async function sameStem(db: Reader, tokens: readonly string[], asked: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select token from unnest(${tokens}::text[]) as token
    where ts_lexize('english_stem', token) && array(
      select stem from unnest(${asked}::text[]) as asked, unnest(ts_lexize('english_stem', asked)) as stem
    )`.execute(db);
  return rows.map(({ token }) => token);
}

const textOf = (html: string): string =>
  textNodes(html)
    .map(({ from, to }) => readAll(html.slice(from, to)).text)
    .join(" ");

/** Puts what is to be marked into spans. Only text is: no tag is within such a span, and no entity is cut. */
export function highlight(html: string, marks: Marks): string {
  let result = "";
  let done = 0;
  for (const { from, to } of textNodes(html)) {
    result += html.slice(done, from) + highlightText(html.slice(from, to), marks);
    done = to;
  }
  return result + html.slice(done);
}

function highlightText(written: string, marks: Marks): string {
  const { text, starts } = readAll(written);
  const ranges = merged([...partsWithin(text, marks.parts), ...wordsWithin(text, marks.words)]);
  let result = "";
  let done = 0;
  for (const [from, to] of ranges) {
    const [start, end] = [starts[from] ?? 0, endOf(starts, to)];
    if (start < done) continue;
    result += `${written.slice(done, start)}${OPEN}${written.slice(start, end)}${CLOSE}`;
    done = end;
  }
  return result + written.slice(done);
}

/** Text as it is compared, and of each of its code units, where the character that it belongs to begins in the HTML. */
function readAll(written: string): { readonly text: string; readonly starts: readonly number[] } {
  let text = "";
  const starts: number[] = [];
  for (const { 0: character, index } of written.matchAll(WRITTEN_CHARACTER)) {
    const read = comparable(readCharacter(character));
    for (let unit = 0; unit < read.length; unit += 1) starts.push(index);
    text += read;
  }
  starts.push(written.length);
  return { text, starts };
}

/** Where the character ends that the code unit before `to` belongs to. */
function endOf(starts: readonly number[], to: number): number {
  const last = starts[to - 1];
  let next = to;
  while (next < starts.length - 1 && starts[next] === last) next += 1;
  return starts[next] ?? 0;
}

type Range = readonly [from: number, to: number];

function* partsWithin(text: string, parts: readonly string[]): Iterable<Range> {
  for (const part of parts) {
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield [at, at + part.length];
  }
}

function* wordsWithin(text: string, words: ReadonlySet<string>): Iterable<Range> {
  if (words.size === 0) return;
  for (const { 0: word, index } of text.matchAll(TOKEN)) if (words.has(word)) yield [index, index + word.length];
}

/** In order, those that overlap as one. */
function merged(ranges: readonly Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** A text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
