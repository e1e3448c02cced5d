import { MIN_BLOCK_IDS, MAX_RANGE_IDS, type BlockRange } from "./indexing/id-blocks.ts";

/** Maximum number of index hits (rows that the search index returns) in one batch. */
export const MAX_HITS_PER_BATCH = 6000;
/** Number of hits that a batch aims for. It is low enough that the next batch usually stays below the maximum. */
const TARGET_HITS_PER_BATCH = MAX_HITS_PER_BATCH / 3;
/** Maximum length of a batch, as a multiple of the length of the previous batch. */
const MAX_BATCH_GROWTH = 16;
/**
 * A batch may be longer than this number of ids only if it is at most `MAX_SHARE_OF_SCANNED` of the ids scanned so far.
 */
const MAX_UNSCALED_BATCH_IDS = 2 ** 16;
const MAX_SHARE_OF_SCANNED = 1 / 4;
/** Divisor of the length of a batch that had too many hits. */
const SPLIT_FACTOR = 4;
const INITIAL_BATCH_IDS = 2 * MIN_BLOCK_IDS;

/** Result of a batch. */
export interface BatchOutcome {
  /** Number of rows that the index returned; `MAX_HITS_PER_BATCH` if there may be more. */
  readonly hits: number;
  /** Number of hits that belong to the search results. */
  readonly found: number;
  /** Number of search results that are still missing after the batch. */
  readonly missing: number;
}

/**
 * Iterates over the message ids of an organization in batches, starting at one id and going to older or newer messages.
 * The length of a batch depends on the previous batches: long after few hits, short after many. So no batch is
 * expensive, regardless of the number of matches.
 */
export class IndexBatches {
  readonly #realmId: number;
  readonly #isDown: boolean;
  readonly #end: number;
  #at: number;
  #length = INITIAL_BATCH_IDS;
  #walked = 0;
  /**
   * End of a range that had too many hits for one batch. Batches do not grow until they reach this id. Null if there is
   * no such range.
   */
  #denseUntil: number | null = null;

  /**
   * With "newest", the batches go from the id before `edge` down to `first`; with "oldest", from `edge` up to `last`.
   */
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

  /** The range of the next batch; null if all batches are done. */
  get range(): BlockRange | null {
    // The range ends at the boundary of a larger block (see id-blocks.ts), so that it consists of few blocks.
    const unit = Math.max(MIN_BLOCK_IDS, 2 ** (Math.floor(Math.log2(this.#length)) - 2));
    if (this.#isDown) {
      const from = Math.max(this.#end, floorTo(unit, this.#at - this.#length));
      return from < this.#at ? { realmId: this.#realmId, from, to: this.#at } : null;
    }
    const to = Math.min(this.#end, floorTo(unit, this.#at + this.#length - 1) + unit);
    return this.#at < to ? { realmId: this.#realmId, from: this.#at, to } : null;
  }

  /**
   * Records the result of the batch with this range, and continues after it. Returns false if the batch had too many
   * hits: it must be repeated, and `range` is now shorter.
   */
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
    const maxLength = Math.min(MAX_RANGE_IDS, Math.max(MAX_UNSCALED_BATCH_IDS, MAX_SHARE_OF_SCANNED * this.#walked));
    this.#length = Math.min(maxLength, Math.max(MIN_BLOCK_IDS, Math.floor(length * Math.min(hope, need))));
    return isWhole;
  }
}

const floorTo = (unit: number, id: number): number => Math.floor(id / unit) * unit;
