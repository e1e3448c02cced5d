import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { FileQueue } from "./file-queue.ts";

/** A queue for two processes, as each of them sees it. */
function newQueue(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-queue-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const queue = FileQueue.create(folder, { files: ["a", "b", "c", "d"], processes: 2 });
  return { queue, one: queue.take(1), other: new FileQueue(folder).take(2) };
}

test("each process gets a file, and then those that nobody has taken, in order and once", (t) => {
  const { queue, one, other } = newQueue(t);
  assert.deepEqual([one.next().value, one.next().value], ["a", "c"]);
  assert.deepEqual([other.next().value, other.next().value], ["b", "d"]);
  assert.deepEqual([one.next().done, other.next().done], [true, true]);
  assert.deepEqual(queue.unfinished, []);
  assert.deepEqual([...queue.seconds.keys()], ["a", "b", "c", "d"]);
  for (const seconds of queue.seconds.values()) assert.ok(seconds >= 0);
});

test("a file in whose midst a process died is named, and so is one to which none came", (t) => {
  const { queue, one } = newQueue(t);
  assert.deepEqual([one.next().value, one.next().value], ["a", "c"]);
  assert.deepEqual(queue.unfinished, [
    { file: "b", reason: "no process was left to run it" },
    { file: "c", reason: "its process ended while it ran" },
    { file: "d", reason: "no process was left to run it" },
  ]);
});
