import assert from "node:assert/strict";
import { test } from "node:test";
import { createBatchLoader } from "./batch-loader.ts";

/** A batch look-up whose batches are resolved only when the test calls `answer`. */
function createPausedLookUp() {
  const batches: { keys: readonly number[]; answer: () => void }[] = [];
  const find = createBatchLoader((keys: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    batches.push({ keys, answer: () => resolve(keys.map((key) => `value ${key}`)) });
    return promise;
  });
  return { batches, find };
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("calls made in one turn share a look-up, and calls made while the maximum number of look-ups is in progress share the next one", async () => {
  const { batches, find } = createPausedLookUp();
  const first = [find(1), find(2)];
  await turn();
  const second = find(3);
  await turn();
  const third = [find(4), find(5), find(6)];
  await turn();
  assert.deepEqual(
    batches.map(({ keys }) => keys),
    [[1, 2], [3]],
  );
  batches[0]?.answer();
  assert.deepEqual(await Promise.all(first), ["value 1", "value 2"]);
  await turn();
  assert.deepEqual(batches[2]?.keys, [4, 5, 6]);
  batches[1]?.answer();
  batches[2]?.answer();
  assert.deepEqual(await Promise.all([second, ...third]), ["value 3", "value 4", "value 5", "value 6"]);
});

test("a failing look-up rejects only its own calls, and the next look-up is still made", async () => {
  let isBroken = true;
  const find = createBatchLoader(async (keys: readonly number[]) => {
    if (isBroken) throw new Error("broken");
    return keys;
  });
  await assert.rejects(find(1), /broken/);
  isBroken = false;
  assert.equal(await find(2), 2);
});
