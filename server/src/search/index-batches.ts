import { GRAIN, MOST, type Range } from "./indexing/id-blocks.ts";

/** Rows that the index names in one stride at most. */
export const MOST_HITS = 6000;
/** So many are wanted, so that the next stride does not name too many. */
const GOOD_HITS = MOST_HITS / 3;
/** A stride is at most so many times as long as the one before, */
const GROWTH = 16;
/** and, if it is longer than this, at most such a part of the way so far. */
const LONG = 2 ** 16;
const SHARE = 1 / 4;
/** What has too much in it is divided into so many. */
const PARTS = 4;
const FIRST = 2 * GRAIN;

/** What came of a stride. */
export interface Outcome {
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
export class Strides {
  readonly #realmId: number;
  readonly #isDown: boolean;
  readonly #end: number;
  #at: number;
  #length = FIRST;
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
    const [bottom, top] = [floorTo(GRAIN, first), floorTo(GRAIN, last) + GRAIN];
    this.#end = this.#isDown ? bottom : top;
    this.#at = this.#isDown
      ? Math.min(top, floorTo(GRAIN, Math.max(0, edge - 1)) + GRAIN)
      : Math.max(bottom, floorTo(GRAIN, edge));
  }

  /** The range to look at; null at the end of the way. */
  get range(): Range | null {
    // Ends where larger blocks do, so that it is few.
    const unit = Math.max(GRAIN, 2 ** (Math.floor(Math.log2(this.#length)) - 2));
    if (this.#isDown) {
      const from = Math.max(this.#end, floorTo(unit, this.#at - this.#length));
      return from < this.#at ? { realmId: this.#realmId, from, to: this.#at } : null;
    }
    const to = Math.min(this.#end, floorTo(unit, this.#at + this.#length - 1) + unit);
    return this.#at < to ? { realmId: this.#realmId, from: this.#at, to } : null;
  }

  /** Goes on after the range, or does it again in a shorter one: false. */
  advance({ from, to }: Range, { hits, found, missing }: Outcome): boolean {
    const isWhole = hits < MOST_HITS || to - from === GRAIN;
    const length = to - from;
    if (isWhole) {
      this.#at = this.#isDown ? from : to;
      this.#walked += length;
      if (this.#denseUntil !== null && (this.#isDown ? from <= this.#denseUntil : to >= this.#denseUntil)) {
        this.#denseUntil = null;
      }
    } else this.#denseUntil ??= this.#isDown ? from : to;
    const growth = this.#denseUntil === null ? GROWTH : 1;
    const hope = isWhole ? Math.min(growth, GOOD_HITS / Math.max(1, hits)) : 1 / PARTS;
    const need = found > 0 ? Math.max(1, (1.5 * missing) / found) : GROWTH;
    const most = Math.min(MOST, Math.max(LONG, SHARE * this.#walked));
    this.#length = Math.min(most, Math.max(GRAIN, Math.floor(length * Math.min(hope, need))));
    return isWhole;
  }
}

const floorTo = (unit: number, id: number): number => Math.floor(id / unit) * unit;
