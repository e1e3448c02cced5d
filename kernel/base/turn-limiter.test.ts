import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { TurnLimiter } from "./turn-limiter.ts";

test("work beyond the limit runs in later turns of the event loop, in order", async () => {
  const limiter = new TurnLimiter(2);
  const done: number[] = [];
  for (let n = 1; n <= 5; n += 1) limiter.run(() => done.push(n));
  assert.deepEqual(done, [1, 2]);
  await setImmediate();
  limiter.run(() => done.push(6));
  assert.deepEqual(done, [1, 2, 3, 4]);
  await setImmediate();
  assert.deepEqual(done, [1, 2, 3, 4, 5, 6]);
});

test("work within the limit runs immediately, in every turn", async () => {
  const limiter = new TurnLimiter(1);
  const done: number[] = [];
  for (let turn = 1; turn <= 3; turn += 1) {
    limiter.run(() => done.push(turn));
    assert.equal(done.length, turn);
    await setImmediate();
  }
});
