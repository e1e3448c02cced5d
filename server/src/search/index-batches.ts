import { MIN_BLOCK_IDS, MAX_RANGE_IDS, type BlockRange } from "./indexing/id-blocks.ts";

/** Maximum number of index hits (rows that the search index returns) in one batch. */
export const MAX_HITS_PER_BATCH = 6000;
/** Number of hits that a batch aims for. It is low enough that the next batch usually stays below the maximum. */
const TARGET_HITS_PER_BATCH = MAX_HITS_PER_BATCH / 3;
/** Maximum length of a batch, as a multiple of the length of the previous batch. */
const MAX_BATCH_GROWTH = 16;
/**
 * Maximum number of ids in a batch, unless samples show that a longer one has few hits. Then the batch ends at a
 * multiple of this number.
 */
const MAX_UNSAMPLED_BATCH_IDS = 2 ** 16;
/**
 * Number of ids from the start of the iteration in which a sample is not worth its time, if the next batch would not be
 * longer than that.
 */
const UNSAMPLED_IDS = 4 * MAX_UNSAMPLED_BATCH_IDS;
/** Number of blocks in a sample. Few are enough, and an index condition with many blocks is slow. */
const SAMPLE_BLOCKS = 8;
/** Divisor of the length of a batch that had too many hits, and the maximum growth of the batches after it. */
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

/** A block of ids, and its number of hits. */
interface SampledBlock {
  readonly block: BlockRange;
  readonly hits: number;
}

/**
 * Iterates over the message ids of an organization in batches, starting at one id and going to older or newer messages.
 * The length of a batch depends on the previous batches: long after few hits, short after many. Very long batches also
 * depend on a sample of the remaining ids: they end where the sample has many hits. A search for rare or old messages
 * thus skips millions of ids at once, and no batch is expensive, regardless of the number of matches.
 */
export class IndexBatches {
  readonly #realmId: number;
  readonly #isDown: boolean;
  readonly #start: number;
  readonly #end: number;
  #at: number;
  #length = INITIAL_BATCH_IDS;
  /** The sample, from the start of the iteration to its end. Null before there is one. */
  #sample: readonly SampledBlock[] | null = null;
  /**
   * End of a range that had too many hits for one batch. Until this id, batches grow only after batches without hits,
   * and less. Null if there is no such range.
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
    this.#start = this.#at;
  }

  /** The range of the next batch; null if all batches are done. */
  get range(): BlockRange | null {
    // The range ends at the boundary of a larger block (see id-blocks.ts), so that it consists of few blocks.
    const sparse = Math.min(this.#length, this.#sparseLength());
    if (sparse > MAX_UNSAMPLED_BATCH_IDS) {
      const unit = Math.min(MAX_UNSAMPLED_BATCH_IDS, unitFor(sparse));
      if (sparse >= this.#rest) return this.#until(this.#end);
      return this.#until(this.#isDown ? -floorTo(unit, sparse - this.#at) : floorTo(unit, this.#at + sparse));
    }
    const length = Math.min(this.#length, MAX_UNSAMPLED_BATCH_IDS);
    const unit = unitFor(length);
    return this.#until(this.#isDown ? floorTo(unit, this.#at - length) : floorTo(unit, this.#at + length - 1) + unit);
  }

  /**
   * The blocks to sample before the next batch: none, or blocks at equal distances, the last one at the end of the
   * iteration. Their hits must be passed to `addSample`.
   */
  get blocksToSample(): readonly BlockRange[] {
    const rest = this.#rest;
    const isNear = Math.abs(this.#at - this.#start) < UNSAMPLED_IDS;
    const isShort = this.#length <= (isNear ? UNSAMPLED_IDS : MAX_UNSAMPLED_BATCH_IDS);
    if (this.#sample || isShort || rest <= 2 * MAX_UNSAMPLED_BATCH_IDS) return [];
    return Array.from({ length: SAMPLE_BLOCKS }, (_, index) => {
      const distance = floorTo(MIN_BLOCK_IDS, (rest * (index + 1)) / SAMPLE_BLOCKS);
      const from = this.#isDown ? this.#at - distance : this.#at + distance - MIN_BLOCK_IDS;
      return { realmId: this.#realmId, from, to: from + MIN_BLOCK_IDS };
    });
  }

  addSample(sample: readonly SampledBlock[]): void {
    this.#sample = sample;
  }

  /** Number of ids that remain. */
  get #rest(): number {
    return Math.abs(this.#end - this.#at);
  }

  /** The range from the current id to another one, or to the end of the iteration if that is nearer. */
  #until(far: number): BlockRange | null {
    const [from, to] = this.#isDown ? [Math.max(this.#end, far), this.#at] : [this.#at, Math.min(this.#end, far)];
    return from < to ? { realmId: this.#realmId, from, to } : null;
  }

  /**
   * Number of the next ids that together have few hits according to the sample. Between two blocks of the sample, the
   * hits are assumed to be as frequent as in that of the two with more hits.
   */
  #sparseLength(): number {
    let [length, expectedHits, hitsBefore] = [0, 0, 0];
    for (const { block, hits } of this.#sample ?? []) {
      const next = this.#isDown ? this.#at - block.from : block.to - this.#at;
      if (next > length) {
        const hitsPerId = Math.max(hitsBefore, hits) / MIN_BLOCK_IDS;
        const rest = TARGET_HITS_PER_BATCH - expectedHits;
        if ((next - length) * hitsPerId > rest) return length + Math.floor(rest / hitsPerId);
        expectedHits += (next - length) * hitsPerId;
        length = next;
      }
      hitsBefore = hits;
    }
    return length;
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
      if (this.#denseUntil !== null && (this.#isDown ? from <= this.#denseUntil : to >= this.#denseUntil)) {
        this.#denseUntil = null;
      }
    } else this.#denseUntil ??= this.#isDown ? from : to;
    const growth = this.#denseUntil === null ? MAX_BATCH_GROWTH : hits === 0 ? SPLIT_FACTOR : 1;
    const hope = isWhole ? Math.min(growth, TARGET_HITS_PER_BATCH / Math.max(1, hits)) : 1 / SPLIT_FACTOR;
    const need = found > 0 ? Math.max(1, (1.5 * missing) / found) : MAX_BATCH_GROWTH;
    this.#length = Math.min(MAX_RANGE_IDS, Math.max(MIN_BLOCK_IDS, Math.floor(length * Math.min(hope, need))));
    return isWhole;
  }
}

/** Returns the number of which the end of a range of this length is a multiple. */
const unitFor = (length: number): number => Math.max(MIN_BLOCK_IDS, 2 ** (Math.floor(Math.log2(length)) - 2));

const floorTo = (unit: number, id: number): number => Math.floor(id / unit) * unit;
