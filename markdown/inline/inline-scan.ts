import { findBareLinks, type BareLink } from "../bare-links.ts";

interface CodeSpan {
  readonly end: number;
  readonly content: string;
}

/**
 * Facts about a whole text that inline rules need, each found in a single pass: code spans (which take precedence over
 * syntax that starts before them), matching brackets, and bare links. Searching ahead for these from each position
 * would take quadratic time.
 */
export class InlineScan {
  readonly text: string;
  #codeSpans: ReadonlyMap<number, CodeSpan> | undefined;
  #brackets: ReadonlyMap<number, number> | undefined;
  #links: readonly BareLink[] | undefined;
  #nextLink = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Code spans by their start position. */
  get codeSpans(): ReadonlyMap<number, CodeSpan> {
    return (this.#codeSpans ??= findCodeSpans(this.text));
  }

  /** Returns the position of the bracket that closes the one at `position`. */
  closingBracket(position: number): number | undefined {
    this.#brackets ??= pairBrackets(this.text, this.codeSpans);
    return this.#brackets.get(position);
  }

  /** Returns the first bare link that starts at `position` or later. */
  linkFrom(position: number): BareLink | undefined {
    const links = (this.#links ??= findBareLinks(this.text));
    if ((links[this.#nextLink - 1]?.start ?? -1) >= position) this.#nextLink = 0;
    while ((links[this.#nextLink]?.start ?? Infinity) < position) this.#nextLink++;
    return links[this.#nextLink];
  }
}

/**
 * Finds code between two runs of equally many backticks. If no later run has the same length, only some of the first
 * run's backticks open code, and the others are part of the code. In an opening run, a backtick after a backslash does
 * not count.
 */
function findCodeSpans(text: string): Map<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>();
  if (!text.includes("`")) return spans;
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index: start }) => ({
    start,
    length,
    escaped: slashesBefore(text, start) % 2,
  }));
  const later = Map.groupBy(runs.toReversed(), ({ length }) => length);
  let end = 0;
  for (const { start, length, escaped } of runs) {
    if (start < end) continue;
    for (let size = length - escaped; size > 0; size--) {
      const closer = nextAfter(later.get(size), start);
      if (!closer) continue;
      end = closer.start + size;
      spans.set(start + escaped, { end, content: text.slice(start + escaped + size, closer.start) });
      break;
    }
  }
  return spans;
}

function slashesBefore(text: string, position: number): number {
  let start = position;
  while (text[start - 1] === "\\") start--;
  return position - start;
}

/** Returns the first run after a position. Removes the runs before it, which are at the end of the list. */
function nextAfter<Run extends { start: number }>(runs: Run[] | undefined, position: number): Run | undefined {
  while ((runs?.at(-1)?.start ?? Infinity) <= position) runs?.pop();
  return runs?.at(-1);
}

function pairBrackets(text: string, codeSpans: ReadonlyMap<number, CodeSpan>): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if (character === "`") position = (codeSpans.get(position)?.end ?? position + 1) - 1;
    else if (character === "[") open.push(position);
    else if (character === "]") {
      const opener = open.pop();
      if (opener !== undefined) pairs.set(opener, position);
    }
  }
  return pairs;
}
