import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { readStored, storeDurations } from "./durations.ts";
import { longFiles } from "./long-files.ts";
import { RunProgress } from "./run-progress.ts";

test("durations are stored between runs, and a single slow run changes a stored duration only slightly", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-durations-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "cache", "durations.json");
  assert.deepEqual(readStored(path), new Map());
  storeDurations([{ file: "a", seconds: 4 }], path);
  storeDurations([{ file: "b", seconds: 0.004 }], path);
  storeDurations([{ file: "a", seconds: 40 }], path);
  assert.deepEqual(
    [...readStored(path)],
    [
      ["a", 5],
      ["b", 0],
    ],
  );
  storeDurations([{ file: "a", seconds: 2 }], path);
  assert.equal(readStored(path).get("a"), 2);
  writeFileSync(path, "not JSON");
  assert.deepEqual(readStored(path), new Map());
});

test("the files in the list of long files exist", () => {
  assert.deepEqual(
    [...longFiles.keys()].filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test("the remaining time is computed from known durations, and for unmeasured files from similar finished files", () => {
  const unmeasured = Array.from({ length: 12 }, (_, index) => ({ file: `unmeasured ${index}` }));
  const files = [{ file: "a", seconds: 30 }, { file: "b", seconds: 10 }, ...unmeasured];
  const schedule = new RunProgress({ files, processes: 2 }, 1000);
  // For each of the twelve unmeasured files, 1.5 seconds of one of the two processes.
  assert.deepEqual(schedule.finish("a", 16_000), { done: 1, all: 14, secondsLeft: 10 / 2 + 12 * 0.75 });
  for (const { file } of unmeasured.slice(0, 9)) schedule.finish(file, 16_000);
  // Ten unmeasured files have finished. They took the twenty seconds that are not accounted for by the measured file.
  assert.deepEqual(schedule.finish("unmeasured 9", 36_000), { done: 11, all: 14, secondsLeft: 10 / 2 + 2 * 2 });
  schedule.finish("unmeasured 10", 37_000);
  schedule.finish("unmeasured 11", 37_000);
  assert.deepEqual(schedule.finish("b", 40_000), { done: 14, all: 14, secondsLeft: undefined });
});
