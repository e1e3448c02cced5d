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

/**
 * Runs all batches, and returns the ranges of message ids that they process. `hitsIn` gives the number of hits in a
 * range.
 */
function ranges(batches: IndexBatches, hitsIn: (range: BlockRange) => number): BlockRange[] {
  const passed: BlockRange[] = [];
  for (let range = batches.range; range; range = batches.range) {
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

test("if there are no hits, at most 12 batches cover a million messages", () => {
  for (const direction of ["newest", "oldest"] as const) {
    const edge = direction === "newest" ? 1_234_567 : 234_567;
    const batches = new IndexBatches(REALM, direction, { first: 234_567, last: 1_234_566, edge });
    assert.ok(ranges(batches, () => 0).length <= 12);
  }
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
