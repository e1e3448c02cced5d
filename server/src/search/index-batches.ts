import { MIN_BLOCK_IDS, MAX_RANGE_IDS, type BlockRange } from "./indexing/id-blocks.ts";

/** Rows that the index names in one stride at most. */
export const MAX_HITS_PER_BATCH = 6000;
/** So many are wanted, so that the next stride does not name too many. */
const TARGET_HITS_PER_BATCH = MAX_HITS_PER_BATCH / 3;
/** A stride is at most so many times as long as the one before, */
const MAX_BATCH_GROWTH = 16;
/** and, if it is longer than this, at most such a part of the way so far. */
const MAX_UNSCALED_BATCH_IDS = 2 ** 16;
const MAX_SHARE_OF_SCANNED = 1 / 4;
/** What has too much in it is divided into so many. */
const SPLIT_FACTOR = 4;
const INITIAL_BATCH_IDS = 2 * MIN_BLOCK_IDS;

/** What came of a stride. */
export interface BatchOutcome {
  /** How many rows the index named; MOST_HITS if there may be more. */
  readonly hits: number;
  /** How many of them are wanted. */
  readonly found: number;
  /** How many more are wanted. */
  readonly missing: number;
}

/**
 * A way through the messages of an organization, away from one of them, in strides whose length depends on the last ones:
 * long ones where little is found, short ones where much is. None costs much, however much there is.
 */
export class IndexBatches {
  readonly #realmId: number;
  readonly #isDown: boolean;
  readonly #end: number;
  #at: number;
  #length = INITIAL_BATCH_IDS;
  #walked = 0;
  /** Where too much was found at once; until there, strides do not grow. */
  #denseUntil: number | null = null;

  /** Down from below `edge` to `first`, or up from `edge` to `last`. */
  constructor(
    realmId: number,
    from: "newest" | "oldest",
    { first, last, edge }: Record<"first" | "last" | "edge", number>,
  ) {
    this.#realmId = realmId;
    this.#isDown = from === "newest";
    const [bottom, top] = [floorTo(MIN_BLOCK_IDS, first), floorTo(MIN_BLOCK_IDS, last) + MIN_BLOCK_IDS];
    this.#end = this.#isDown ? bottom : top;
    this.#at = this.#isDown
      ? Math.min(top, floorTo(MIN_BLOCK_IDS, Math.max(0, edge - 1)) + MIN_BLOCK_IDS)
      : Math.max(bottom, floorTo(MIN_BLOCK_IDS, edge));
  }

  /** The range to look at; null at the end of the way. */
  get range(): BlockRange | null {
    // Ends where larger blocks do, so that it is few.
    const unit = Math.max(MIN_BLOCK_IDS, 2 ** (Math.floor(Math.log2(this.#length)) - 2));
    if (this.#isDown) {
      const from = Math.max(this.#end, floorTo(unit, this.#at - this.#length));
      return from < this.#at ? { realmId: this.#realmId, from, to: this.#at } : null;
    }
    const to = Math.min(this.#end, floorTo(unit, this.#at + this.#length - 1) + unit);
    return this.#at < to ? { realmId: this.#realmId, from: this.#at, to } : null;
  }

  /** Goes on after the range, or does it again in a shorter one: false. */
  advance({ from, to }: BlockRange, { hits, found, missing }: BatchOutcome): boolean {
    const isWhole = hits < MAX_HITS_PER_BATCH || to - from === MIN_BLOCK_IDS;
    const length = to - from;
    if (isWhole) {
      this.#at = this.#isDown ? from : to;
      this.#walked += length;
      if (this.#denseUntil !== null && (this.#isDown ? from <= this.#denseUntil : to >= this.#denseUntil)) {
        this.#denseUntil = null;
      }
    } else this.#denseUntil ??= this.#isDown ? from : to;
    const growth = this.#denseUntil === null ? MAX_BATCH_GROWTH : 1;
    const hope = isWhole ? Math.min(growth, TARGET_HITS_PER_BATCH / Math.max(1, hits)) : 1 / SPLIT_FACTOR;
    const need = found > 0 ? Math.max(1, (1.5 * missing) / found) : MAX_BATCH_GROWTH;
    const most = Math.min(MAX_RANGE_IDS, Math.max(MAX_UNSCALED_BATCH_IDS, MAX_SHARE_OF_SCANNED * this.#walked));
    this.#length = Math.min(most, Math.max(MIN_BLOCK_IDS, Math.floor(length * Math.min(hope, need))));
    return isWhole;
  }
}

const floorTo = (unit: number, id: number): number => Math.floor(id / unit) * unit;
