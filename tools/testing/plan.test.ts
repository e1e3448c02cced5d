import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test, type TestContext } from "node:test";
import { root } from "../paths.ts";
import { plan } from "./plan.ts";

const texts = {
  short: "",
  long: "test(); ".repeat(10),
  starting: "spawn(program);",
  mocking: "t.mock.timers.enable();",
  asking: "// In a process of its own: it wants so.\n",
};

/** Plans a run of these files: who gets one after the other, and who is alone. */
function planned(t: TestContext, flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-plan-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const named = (path: string) => relative(folder, join(root, path));
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return relative(root, join(folder, name));
  });
  const { entries, shared } = plan(flags, files, folder);
  const isWorker = (entry: string) => entry.startsWith(folder);
  const own = entries.filter((entry) => !isWorker(entry));
  return {
    workers: entries.filter(isWorker).length,
    alone: own.map(named),
    shared: shared.unfinished.map((line) => named(line.split(":")[0] as string)),
  };
}

test("files share processes, the slow ones first, but for those that want one to themselves", (t) => {
  const { workers, alone, shared } = planned(t, ["--test-reporter=dot"]);
  assert.deepEqual({ alone, shared }, { alone: ["mocking", "asking"], shared: ["starting", "long", "short"] });
  assert.ok(workers >= 2 && workers <= shared.length);
});

test("where tests are chosen by options, each file has a process to itself", (t) => {
  const { workers, alone, shared } = planned(t, ["--test-name-pattern=one"]);
  assert.deepEqual({ workers, alone, shared }, { workers: 0, alone: Object.keys(texts), shared: [] });
});
