import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test, type TestContext } from "node:test";
import { root } from "../paths.ts";
import { createTestPlan } from "./test-plan.ts";

const texts = {
  short: "",
  long: "test(); ".repeat(10),
  starting: "spawn(program);",
  mocking: "t.mock.timers.enable();",
  asking: "// In a process of its own: it wants so.\n",
};

/** Creates the plan for a run of the sample files. `seconds` contains their durations in earlier runs. */
function planned(t: TestContext, flags: readonly string[], seconds: Readonly<Record<string, number>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-plan-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const named = (path: string) => relative(folder, join(root, path));
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return relative(root, join(folder, name));
  });
  const durations = new Map(
    files.flatMap((file) => (seconds[named(file)] === undefined ? [] : [[file, seconds[named(file)] ?? 0]])),
  );
  const { entries, shared } = createTestPlan(files, { flags, scratch: folder, processes: 2, durations });
  const isWorker = (entry: string) => entry.startsWith(folder);
  const own = entries.filter((entry) => !isWorker(entry));
  return {
    workers: entries.filter(isWorker).length,
    alone: own.map(named),
    shared: shared.unfinished.map(({ file }) => named(file)),
  };
}

test("files share processes, and those that start processes come first; files that need a separate process get one", (t) => {
  const { workers, alone, shared } = planned(t, ["--test-reporter=dot"]);
  assert.deepEqual(
    { workers, alone, shared },
    { workers: 2, alone: ["asking", "mocking"], shared: ["starting", "long", "short"] },
  );
});

test("files with known durations are run in the order of their durations, the longest first", (t) => {
  const { alone, shared } = planned(t, [], { short: 30, long: 20, starting: 3, asking: 2, mocking: 1 });
  assert.deepEqual({ alone, shared }, { alone: ["asking", "mocking"], shared: ["short", "long", "starting"] });
});

test("if options select tests by name, each file is run in a separate process", (t) => {
  const { workers, alone, shared } = planned(t, ["--test-name-pattern=one"]);
  assert.deepEqual({ workers, shared }, { workers: 0, shared: [] });
  assert.deepEqual(alone.toSorted(), Object.keys(texts).toSorted());
});
