import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { normalizeForSearch } from "../lexemes.ts";
import { decodeHtmlCharacter, HTML_CHARACTER } from "../rendered-text.ts";

/** The text of a piece of HTML, normalized for search, with the position of each code unit in the HTML. */
export interface HtmlTextPositions {
  readonly text: string;
  /**
   * Returns the start, in the HTML, of the character that a code unit of the text belongs to. After the last code unit,
   * returns the end of the HTML.
   */
  startOf(unit: number): number;
  /** Returns the end, in the HTML, of the character to which the code unit before this one belongs. */
  endOf(unit: number): number;
}

/** HTML that equals its normalized text except for case and control characters: ASCII without entities. */
const PLAIN = /^[\p{ASCII}--&]*$/v;
const CONTROL = /\p{Cc}/gu;
/** Number of characters after which the task is paused, so that other work can run. */
const CHARACTERS_PER_SLICE = 1000;

/** Decodes and normalizes the HTML between two tags. */
export function* readHtmlText(written: string): PausableTask<HtmlTextPositions> {
  if (PLAIN.test(written)) {
    const same = (unit: number) => unit;
    return { text: written.toLowerCase().replace(CONTROL, " "), startOf: same, endOf: same };
  }
  const read: string[] = [];
  const starts: number[] = [];
  for (const { 0: character, index } of written.matchAll(HTML_CHARACTER)) {
    const one = normalizeCharacter(character);
    for (let unit = 0; unit < one.length; unit += 1) starts.push(index);
    read.push(one);
    if (read.length % CHARACTERS_PER_SLICE === 0) yield;
  }
  starts.push(written.length);
  return { text: read.join(""), startOf: (unit) => starts[unit] ?? 0, endOf: (unit) => endIn(starts, unit) };
}

function endIn(starts: readonly number[], unit: number): number {
  const last = starts[unit - 1];
  let next = unit;
  while (next < starts.length - 1 && starts[next] === last) next += 1;
  return starts[next] ?? 0;
}

/** Cache of normalized characters: most texts use few different characters, and normalizing a character takes time. */
const normalizedCharacters = new Map<string, string>();
const MAX_CACHED_CHARACTERS = 20_000;

function normalizeCharacter(character: string): string {
  const before = normalizedCharacters.get(character);
  if (before !== undefined) return before;
  const read = normalizeForSearch(decodeHtmlCharacter(character));
  if (normalizedCharacters.size < MAX_CACHED_CHARACTERS) normalizedCharacters.set(character, read);
  return read;
}
