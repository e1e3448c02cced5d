import type { Pausable } from "#kernel/time-slicing.ts";
import { comparable } from "../lexemes.ts";
import { readCharacter, WRITTEN_CHARACTER } from "../rendered-text.ts";

/** A text of HTML as search compares it, and where in the HTML each of its code units is. */
export interface WrittenText {
  readonly text: string;
  /** Where the character begins that a code unit belongs to; behind the last unit, where the HTML ends. */
  startOf(unit: number): number;
  /** Where the character ends that the code unit before this one belongs to. */
  endOf(unit: number): number;
}

/** Written as it is read, but for case: ASCII without entities. */
const PLAIN = /^[\p{ASCII}--&]*$/v;
const CONTROL = /\p{Cc}/gu;
/** After so many characters others may have their turn. */
const PAUSE_AFTER = 1000;

/** Reads a text between two tags. */
export function* readText(written: string): Pausable<WrittenText> {
  if (PLAIN.test(written)) {
    const same = (unit: number) => unit;
    return { text: written.toLowerCase().replace(CONTROL, " "), startOf: same, endOf: same };
  }
  const read: string[] = [];
  const starts: number[] = [];
  for (const { 0: character, index } of written.matchAll(WRITTEN_CHARACTER)) {
    const one = comparedAs(character);
    for (let unit = 0; unit < one.length; unit += 1) starts.push(index);
    read.push(one);
    if (read.length % PAUSE_AFTER === 0) yield;
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

/** Most texts are written in few characters, and it takes a while to compare one. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

function comparedAs(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const read = comparable(readCharacter(character));
  if (known.size < MOST_KNOWN) known.set(character, read);
  return read;
}
