import { BLOCK_PREFIX } from "../lexemes.ts";

// So that a search can select messages by age, the index contains the blocks of ids that each message is in: ids from n
// * 2^k up to, but not including, (n + 1) * 2^k. Every message is in one block of each size. A range of ids consists of
// a few adjacent blocks; those at its ends are small.

const BLOCK_SIZE_BITS = [10, 12, 14, 16, 18];
/** Size of the smallest blocks. The ends of ranges are multiples of this number. */
export const MIN_BLOCK_IDS = 2 ** 10;
/** Maximum number of ids in a range. */
export const MAX_RANGE_IDS = 2 ** 22;

const blockLexeme = (realmId: number, size: number, index: number): string =>
  `${BLOCK_PREFIX}${realmId.toString(36)}.${(size - 10).toString(36)}.${index.toString(36)}`;

/** Returns the lexemes of the blocks that a message is in. */
export const blocksOfMessage = (realmId: number, messageId: number): string[] =>
  BLOCK_SIZE_BITS.map((size) => blockLexeme(realmId, size, Math.floor(messageId / 2 ** size)));

/** A range of message ids of an organization, including `from` and not including `to`. */
export interface BlockRange {
  readonly realmId: number;
  /** `from` and `to` are multiples of `MIN_BLOCK_IDS`. */
  readonly from: number;
  readonly to: number;
}

/** Returns the lexemes of the blocks that together form a range. */
export function blocksInRange({ realmId, from, to }: BlockRange): string[] {
  const blocks: string[] = [];
  for (let at = from; at < to;) {
    const size = BLOCK_SIZE_BITS.findLast((one) => at % 2 ** one === 0 && at + 2 ** one <= to) ?? 10;
    blocks.push(blockLexeme(realmId, size, at / 2 ** size));
    at += 2 ** size;
  }
  return blocks;
}
