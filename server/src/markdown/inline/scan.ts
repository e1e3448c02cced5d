import { findBareLinks, type BareLink } from "../bare-links.ts";

interface CodeSpan {
  readonly end: number;
  readonly content: string;
}

/**
 * What has to be known of a whole text before its parts are parsed, each found in one pass: code spans, which take
 * precedence over everything that starts before them; which bracket closes which; bare links. Looking for these ahead
 * from every position instead would be quadratic.
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

  /** Code spans by where they start. */
  get codeSpans(): ReadonlyMap<number, CodeSpan> {
    return (this.#codeSpans ??= findCodeSpans(this.text));
  }

  /** Where the bracket is closed that opens at `position`. */
  closingBracket(position: number): number | undefined {
    this.#brackets ??= pairBrackets(this.text, this.codeSpans);
    return this.#brackets.get(position);
  }

  /** The first bare link that starts at `position` or later. */
  linkFrom(position: number): BareLink | undefined {
    const links = (this.#links ??= findBareLinks(this.text));
    if ((links[this.#nextLink - 1]?.start ?? -1) >= position) this.#nextLink = 0;
    while ((links[this.#nextLink]?.start ?? Infinity) < position) this.#nextLink++;
    return links[this.#nextLink];
  }
}

function findCodeSpans(text: string): Map<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>();
  if (!text.includes("`")) return spans;
  const runs = Array.from(text.matchAll(/`+/g), (match) => ({
    start: match.index,
    length: match[0].length,
    closer: -1,
  }));
  const nextOfLength = new Map<number, number>();
  for (const [index, run] of [...runs.entries()].reverse()) {
    run.closer = nextOfLength.get(run.length) ?? -1;
    nextOfLength.set(run.length, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const opener = runs[index];
    const closer = opener && runs[opener.closer];
    if (!closer) continue;
    const content = text.slice(opener.start + opener.length, closer.start);
    spans.set(opener.start, { end: closer.start + closer.length, content });
    index = opener.closer;
  }
  return spans;
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
