import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { blocksInRange, blocksOfMessage, type BlockRange } from "./indexing/id-blocks.ts";
import { MAX_HITS_PER_BATCH, IndexBatches } from "./index-batches.ts";

const REALM = 7;
const first = fc.oneof(fc.nat(10_000), fc.nat(3_000_000), fc.nat(2 ** 40));
const from = fc.constantFrom("newest", "oldest");
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Number of blocks in a sample. */
const SAMPLE_BLOCKS = 8;
/** Number of hits that a batch may have at a density of one third: it has at most 65,536 ids if the sample has hits. */
const MAX_UNSAMPLED_HITS = 25_000;

/**
 * Runs all batches, and returns the ranges of message ids that they process. `hitsIn` gives the number of hits in a
 * range.
 */
function ranges(batches: IndexBatches, hitsIn: (range: BlockRange) => number): BlockRange[] {
  const passed: BlockRange[] = [];
  for (let range = batches.range; range; range = batches.range) {
    const sample = batches.blocksToSample;
    if (sample.length > 0) {
      batches.addSample(sample.map((block) => ({ block, hits: hitsIn(block) })));
      continue;
    }
    assert.ok(blocksInRange(range).length <= 40, `${blocksInRange(range).length} blocks`);
    const hits = Math.min(MAX_HITS_PER_BATCH, hitsIn(range));
    if (batches.advance(range, { hits, found: Math.min(hits, 3), missing: 100 })) passed.push(range);
  }
  return passed;
}

test("each message is in the range of exactly one batch, regardless of the number of hits", () => {
  assertProperty(
    fc.property(first, fc.nat(3_000_000), from, share, share, (oldest, more, direction, offset, density) => {
      const last = oldest + more;
      const message = Math.floor(oldest + offset * more);
      const edge = direction === "newest" ? last + 1 : oldest;
      const batches = new IndexBatches(REALM, direction, { first: oldest, last, edge });
      const passed = ranges(batches, (range) => (range.to < message ? density * (range.to - range.from) : 0));
      const passing = passed.filter((range) => range.from <= message && message < range.to);
      assert.equal(passing.length, 1);
      assert.equal(
        blocksInRange(passing[0] as BlockRange).filter((block) => blocksOfMessage(REALM, message).includes(block))
          .length,
        1,
      );
      assert.ok(!blocksOfMessage(REALM + 1, message).some((block) => blocksOfMessage(REALM, message).includes(block)));
    }),
    { rounds: 100, exploreRounds: 300 },
  );
});

test("if there are no hits, at most 6 batches cover five million messages", () => {
  for (const direction of ["newest", "oldest"] as const) {
    const edge = direction === "newest" ? 5_234_567 : 234_567;
    const batches = new IndexBatches(REALM, direction, { first: 234_567, last: 5_234_566, edge });
    assert.ok(ranges(batches, () => 0).length <= 6);
  }
});

test("matches in the farthest fifth of five million messages are reached in a few batches that have few hits", () => {
  for (const direction of ["newest", "oldest"] as const) {
    const isDown = direction === "newest";
    const batches = new IndexBatches(REALM, direction, { first: 0, last: 4_999_999, edge: isDown ? 5_000_000 : 0 });
    const [start, end] = isDown ? [0, 1_000_000] : [4_000_000, 5_000_000];
    const read: number[] = [];
    const hitsIn = ({ from: low, to: high }: BlockRange) => {
      const hits = Math.max(0, Math.min(high, end) - Math.max(low, start)) / 3;
      read.push(hits);
      return hits;
    };
    ranges(batches, hitsIn);
    const reached = read.findIndex((hits, index) => index > SAMPLE_BLOCKS + 2 && hits > 0);
    assert.ok(reached <= SAMPLE_BLOCKS + 14, `${reached} batches`);
    assert.ok(Math.max(...read) <= MAX_UNSAMPLED_HITS, `${Math.max(...read)} hits`);
  }
});

test("a sample may miss many hits: they are then found in shorter batches, and batches grow again after them", () => {
  const batches = new IndexBatches(REALM, "newest", { first: 0, last: 4_999_999, edge: 5_000_000 });
  let done = 0;
  const passed = ranges(batches, ({ from: start, to }) => {
    done += 1;
    return Math.max(0, Math.min(to, 4_030_000) - Math.max(start, 4_010_000));
  });
  assert.equal(passed.at(-1)?.from, 0);
  assert.ok(done < 60, `${done} batches`);
});

test("a batch with too many hits is repeated with a smaller range, and the ranges grow again after it", () => {
  const batches = new IndexBatches(REALM, "newest", { first: 1, last: 1_000_000, edge: 1_000_001 });
  let [largest, done] = [0, 0];
  const passed = ranges(batches, ({ from: start, to }) => {
    done += 1;
    const hits = Math.max(0, Math.min(to, 200_000) - start) / 2;
    largest = Math.max(largest, Math.min(hits, MAX_HITS_PER_BATCH));
    return hits;
  });
  assert.equal(largest, MAX_HITS_PER_BATCH);
  assert.equal(passed.at(-1)?.from, 0);
  assert.ok(done < 80, `${done} strides`);
});

test("batches that start in the middle of the messages cover all messages in their direction, and hardly any others", () => {
  for (const direction of ["newest", "oldest"] as const) {
    const batches = new IndexBatches(REALM, direction, { first: 5000, last: 90_000, edge: 40_000 });
    const passed = ranges(batches, () => 0);
    const touched = (id: number) => passed.some((range) => range.from <= id && id < range.to);
    const isDown = direction === "newest";
    for (const id of [5000, 20_000, 39_999]) assert.equal(touched(id), isDown || id >= 39_936, `${id} ${direction}`);
    for (const id of [40_000, 60_000, 90_000]) assert.equal(touched(id), !isDown || id < 40_960, `${id} ${direction}`);
  }
});
