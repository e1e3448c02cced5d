import { lazyGetter } from "../words/lazy-getter.ts";

/**
 * Returns the first characters of the first and the last word of a name, in upper case. Additions in parentheses are
 * ignored, unless the name has nothing else.
 */
export function initials(name: string): string {
  const words = (name.replaceAll(/\([^)]*\)?/g, "").trim() || name.trim()).split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word = "") => firstGrapheme(word))
    .join("")
    .toLocaleUpperCase();
}

const graphemeSegmenter = lazyGetter(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

function firstGrapheme(word: string): string {
  // A shortcut for the usual case: an ASCII character that is followed by another one, or by nothing, is a whole
  // grapheme. `Intl.Segmenter`, which finds the graphemes of other text, makes the browser load a lot of data first.
  if (/^[ -~](?:[ -~]|$)/.test(word)) return word.charAt(0);
  return graphemeSegmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}
