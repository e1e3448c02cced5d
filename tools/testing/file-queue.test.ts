import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { FileQueue } from "./file-queue.ts";

/** Creates a queue for two processes, and opens it for each of them. */
function newQueue(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-queue-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const queue = FileQueue.create(folder, { files: ["a", "b", "c", "d"], processes: 2 });
  return { queue, one: queue.take(1), other: new FileQueue(folder).take(2) };
}

test("each process first gets the file reserved for it, and then further files in order, each only once", (t) => {
  const { queue, one, other } = newQueue(t);
  assert.deepEqual([one.next().value, one.next().value], ["a", "c"]);
  assert.deepEqual([other.next().value, other.next().value], ["b", "d"]);
  assert.deepEqual([one.next().done, other.next().done], [true, true]);
  assert.deepEqual(queue.unfinished, []);
  assert.deepEqual([...queue.seconds.keys()], ["a", "b", "c", "d"]);
  for (const seconds of queue.seconds.values()) assert.ok(seconds >= 0);
});

test("a file whose process died is reported, and so is a file that no process has started", (t) => {
  const { queue, one } = newQueue(t);
  assert.deepEqual([one.next().value, one.next().value], ["a", "c"]);
  assert.deepEqual(queue.unfinished, [
    { file: "b", reason: "no process was left to run it" },
    { file: "c", reason: "its process ended while it ran" },
    { file: "d", reason: "no process was left to run it" },
  ]);
});
