import { BLOCK } from "../lexemes.ts";

// How old a message is, the index knows by blocks: ids from n * 2^k up to, but not including, (n + 1) * 2^k. Every message
// lies in one block of each size, and a range of ids is a few blocks side by side, small ones at its ends.

const SIZES = [10, 12, 14, 16, 18];
/** Ranges begin and end between two of the smallest blocks. */
export const GRAIN = 2 ** 10;
/** The most ids in a range. */
export const MOST = 2 ** 22;

const lexeme = (realmId: number, size: number, index: number): string =>
  `${BLOCK}${realmId.toString(36)}.${(size - 10).toString(36)}.${index.toString(36)}`;

/** The blocks that a message is in. */
export const blocksOf = (realmId: number, messageId: number): string[] =>
  SIZES.map((size) => lexeme(realmId, size, Math.floor(messageId / 2 ** size)));

/** Message ids of an organization, from one up to, but not including, another. */
export interface Range {
  readonly realmId: number;
  /** Both are multiples of GRAIN. */
  readonly from: number;
  readonly to: number;
}

/** The blocks that together are a range. */
export function blocksIn({ realmId, from, to }: Range): string[] {
  const blocks: string[] = [];
  for (let at = from; at < to;) {
    const size = SIZES.findLast((one) => at % 2 ** one === 0 && at + 2 ** one <= to) ?? 10;
    blocks.push(lexeme(realmId, size, at / 2 ** size));
    at += 2 ** size;
  }
  return blocks;
}
