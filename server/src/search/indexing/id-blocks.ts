import { BLOCK_PREFIX } from "../lexemes.ts";

// How old a message is, the index knows by blocks: ids from n * 2^k up to, but not including, (n + 1) * 2^k. Every message
// lies in one block of each size, and a range of ids is a few blocks side by side, small ones at its ends.

const BLOCK_SIZE_BITS = [10, 12, 14, 16, 18];
/** Ranges begin and end between two of the smallest blocks. */
export const MIN_BLOCK_IDS = 2 ** 10;
/** The most ids in a range. */
export const MAX_RANGE_IDS = 2 ** 22;

const blockLexeme = (realmId: number, size: number, index: number): string =>
  `${BLOCK_PREFIX}${realmId.toString(36)}.${(size - 10).toString(36)}.${index.toString(36)}`;

/** The blocks that a message is in. */
export const blocksOfMessage = (realmId: number, messageId: number): string[] =>
  BLOCK_SIZE_BITS.map((size) => blockLexeme(realmId, size, Math.floor(messageId / 2 ** size)));

/** Message ids of an organization, from one up to, but not including, another. */
export interface BlockRange {
  readonly realmId: number;
  /** Both are multiples of GRAIN. */
  readonly from: number;
  readonly to: number;
}

/** The blocks that together are a range. */
export function blocksInRange({ realmId, from, to }: BlockRange): string[] {
  const blocks: string[] = [];
  for (let at = from; at < to;) {
    const size = BLOCK_SIZE_BITS.findLast((one) => at % 2 ** one === 0 && at + 2 ** one <= to) ?? 10;
    blocks.push(blockLexeme(realmId, size, at / 2 ** size));
    at += 2 ** size;
  }
  return blocks;
}
