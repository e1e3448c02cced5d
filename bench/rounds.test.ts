import assert from "node:assert/strict";
import { test } from "node:test";
import { measureInterleaved, median, percentile } from "./rounds.ts";

test("both servers are measured alternately, and the first round of each is discarded", async () => {
  const order: string[] = [];
  const side = (name: string) => () => Promise.resolve(order.push(name));

  const rounds = await measureInterleaved(2, side("ours"), side("bare"));

  assert.deepEqual(order, ["ours", "bare", "ours", "bare", "ours", "bare"]);
  assert.deepEqual(rounds, [
    { ours: 3, bare: 4 },
    { ours: 5, bare: 6 },
  ]);
});

test("the median is the middle value, or the mean of the two in the middle", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([9, 1, 5, 7]), 6);
  assert.equal(median([3]), 3);
  assert.throws(() => median([]), /nothing was measured/);
});

test("the 99th percentile is the value that one value in a hundred reaches or exceeds", () => {
  const values = Array.from({ length: 200 }, (_, index) => index);
  assert.equal(percentile(values, 0.99), 198);
  assert.equal(percentile([4], 0.99), 4);
});
