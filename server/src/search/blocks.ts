import { BLOCK } from "./lexemes.ts";

// A search goes away from its anchor in steps that grow, so that a word that many messages have costs no more than the
// nearest of them, and one that is far away not many steps. Each step is a block, or a few: ids from n * 2^k up to, but
// not including, (n + 1) * 2^k. Every message lies in one block of each size.

const SMALLEST = 12;
const LARGEST = 18;

/** A step is at most such a part of all before it: where a word was common once, no step finds very much of it. */
const SLOWNESS = 2;

const sizes = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, index) => SMALLEST + index);

const lexeme = (realmId: number, size: number, index: number): string =>
  `${BLOCK}${realmId.toString(36)}.${(size - SMALLEST).toString(36)}.${index.toString(36)}`;

/** The blocks that a message is in. */
export const blocksOf = (realmId: number, messageId: number): string[] =>
  sizes.map((size) => lexeme(realmId, size, Math.floor(messageId / 2 ** size)));

/** Blocks side by side. */
export interface Step {
  readonly lexemes: readonly string[];
  /** Everything in the blocks has at least this id. */
  readonly from: number;
  /** And an id smaller than this. */
  readonly to: number;
}

/** The steps downwards from the message before `end` to the first id. */
export function* stepsDown(realmId: number, end: number, first: number): Iterable<Step> {
  let to = Math.ceil(end / 2 ** SMALLEST) * 2 ** SMALLEST;
  let walked = 2 ** SMALLEST;
  while (to > first && to > 0) {
    const size = sizes.findLast((one) => to % 2 ** one === 0 && 2 ** one <= walked / SLOWNESS) ?? SMALLEST;
    const count = Math.min(Math.max(1, Math.floor(walked / SLOWNESS / 2 ** size)), Math.ceil((to - first) / 2 ** size));
    // Several only of the largest: of the others a larger one comes next.
    const blocks = size === LARGEST ? count : 1;
    const from = to - blocks * 2 ** size;
    yield { lexemes: range(realmId, size, from, to), from, to };
    walked += to - from;
    to = from;
  }
}

/** The steps upwards from a message to the last id. */
export function* stepsUp(realmId: number, start: number, last: number): Iterable<Step> {
  let from = Math.floor(start / 2 ** SMALLEST) * 2 ** SMALLEST;
  let walked = 2 ** SMALLEST;
  while (from <= last) {
    const size = sizes.findLast((one) => from % 2 ** one === 0 && 2 ** one <= walked / SLOWNESS) ?? SMALLEST;
    const count = Math.min(
      Math.max(1, Math.floor(walked / SLOWNESS / 2 ** size)),
      Math.ceil((last + 1 - from) / 2 ** size),
    );
    const blocks = size === LARGEST ? count : 1;
    const to = from + blocks * 2 ** size;
    yield { lexemes: range(realmId, size, from, to), from, to };
    walked += to - from;
    from = to;
  }
}

const range = (realmId: number, size: number, from: number, to: number): string[] =>
  Array.from({ length: (to - from) / 2 ** size }, (_, index) => lexeme(realmId, size, from / 2 ** size + index));
