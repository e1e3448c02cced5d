import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { runInTimeSlices, type PausableTask, TimeSlicer } from "./time-slicing.ts";

/** Returns a time slicer whose clock advances by a millisecond at each reading. */
function slowSlices(): TimeSlicer {
  let time = 0;
  return new TimeSlicer(() => (time += 1));
}

/** A task that consists of the given number of steps, and records its name at each step. */
function* steps(name: string, count: number, seen: string[]): PausableTask<string> {
  for (let step = 0; step < count; step += 1) {
    seen.push(name);
    yield;
  }
  return name;
}

test("the event loop runs repeatedly during long work", async () => {
  const seen: string[] = [];
  let isDone = false;
  const work = slowSlices()
    .run(steps("work", 100, seen))
    .finally(() => (isDone = true));
  let turns = 0;
  // oxlint-disable-next-line no-unmodified-loop-condition -- it is modified when the work is done
  for (; !isDone; turns += 1) await nextTurn();
  assert.equal(await work, "work");
  assert.equal(seen.length, 100);
  assert.ok(turns >= 10, `${turns} turns`);
});

test("many long tasks do not make a turn of the event loop longer, and all of them make progress", async () => {
  const slices = slowSlices();
  const seen: string[] = [];
  const all = ["a", "b", "c", "d"].map((name) => slices.run(steps(name, 50, seen)));
  const before = seen.length;
  await nextTurn();
  await nextTurn();
  assert.ok(seen.length - before <= 20, `${seen.length - before} steps in two turns`);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  assert.deepEqual(new Set(seen.slice(before)), new Set(["a", "b", "c", "d"]));
  assert.deepEqual(await Promise.all(all), ["a", "b", "c", "d"]);
});

test("short work does not wait for a turn, and its errors are passed on", async () => {
  const seen: string[] = [];
  const work = runInTimeSlices(steps("short", 0, seen)).then(() => seen.push("done"));
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => seen.push("later"))));
  await work;
  await nextTurn();
  assert.deepEqual(seen, ["done", "later"]);
  const failing = function* (): PausableTask<void> {
    yield;
    throw new Error("no");
  };
  await assert.rejects(runInTimeSlices(failing()), /^Error: no$/);
  await assert.rejects(slowSlices().run(failing()), /^Error: no$/);
});

test("the next task continues if the task before it ends exactly when the turn's time is used up", async () => {
  let time = 0;
  const slices = new TimeSlicer(() => time);
  const work = function* (): PausableTask<string> {
    time += 10;
    yield;
    time += 100;
    return "done";
  };
  const all = Promise.all([slices.run(work()), slices.run(work())]);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  assert.deepEqual(await Promise.race([all, Promise.resolve("not done")]), ["done", "done"]);
});
