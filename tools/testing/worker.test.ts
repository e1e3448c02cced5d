import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { test, type TestContext } from "node:test";
import { root } from "../paths.ts";
import { workerEntry } from "./test-plan.ts";
import { FileQueue } from "./file-queue.ts";

const LIGHT_HOOKS = join(root, "tools", "testing", "lightweight-async-hooks.ts");
const CLEANUP = JSON.stringify(join(root, "testkit", "cleanup.ts"));

/** Runs test files with the given contents in one process. Returns the output and the results. */
function runInOneProcess(t: TestContext, contents: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-worker-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = Object.entries(contents).map(([name, text]) => {
    writeFileSync(join(folder, name), `import { test } from "node:test";\n${text}`);
    return relative(root, join(folder, name));
  });
  const queue = FileQueue.create(folder, { files, processes: 1 });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--test", `--import=${LIGHT_HOOKS}`, "--test-reporter=tap", workerEntry(folder, 1)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, PARLANCE_TEST_QUEUE: folder },
    encoding: "utf8",
  });
  const results = stdout.matchAll(/^ +(?:not )?ok \d+ - (.*)$/gm);
  const unfinished = queue.unfinished.map(({ file, reason }) => `${basename(file)}: ${reason}`);
  return { status, stdout, results: [...results].map(([line]) => line.trim().replace(/ \d+ - /, " ")), unfinished };
}

test("files are run one after the other, and a file starts only after the cleanup of the previous one", (t) => {
  const noting = `import { afterFile } from ${CLEANUP}; globalThis.notes ??= []; const note = (text) => notes.push(text);`;
  const { status, results } = runInOneProcess(t, {
    "one.ts": `${noting} await 0; test("one", () => note("one")); afterFile(async () => void note("one is done"));`,
    "two.ts": `${noting} test(notes.join(", "), () => {});`,
  });
  assert.deepEqual(results, ["ok one", "ok one, one is done"]);
  assert.equal(status, 0);
});

test("a file that cannot be loaded fails, and the next file is still run", (t) => {
  const { status, results } = runInOneProcess(t, {
    "broken.ts": `throw new Error("broken");`,
    "fine.ts": `test("fine", () => {});`,
  });
  assert.deepEqual(results, ["not ok the file can be loaded", "ok fine"]);
  assert.equal(status, 1);
});

test("a file fails if its cleanup fails", (t) => {
  const { status, stdout } = runInOneProcess(t, {
    "messy.ts": `import { afterFile } from ${CLEANUP}; test("fine", () => afterFile(() => Promise.reject(new Error("stuck"))));`,
  });
  assert.match(stdout, /stuck/);
  assert.equal(status, 1);
});

test("an uncaught error fails the file that is running, and no other file", (t) => {
  const pause = "await new Promise((resolve) => setTimeout(resolve, 20));";
  const { status, stdout } = runInOneProcess(t, {
    "stray.ts": `test("stray", async () => { void Promise.reject(new Error("nobody caught it")); ${pause} });`,
    "fine.ts": `test("fine", async () => { ${pause} });`,
  });
  assert.match(stdout, /nobody caught it/);
  assert.match(stdout, /^not ok \d+ - .*stray.ts$/m);
  assert.match(stdout, /^ok \d+ - .*fine.ts$/m);
  assert.equal(status, 1);
});

test("a file that ends its process is reported, and so is the file that could not be run because of this", (t) => {
  const { status, unfinished } = runInOneProcess(t, {
    "deadly.ts": `test("dies", () => process.kill(process.pid, "SIGKILL"));`,
    "next.ts": `test("fine", () => {});`,
  });
  assert.deepEqual(unfinished, ["deadly.ts: its process ended while it ran", "next.ts: no process was left to run it"]);
  assert.equal(status, 1);
});
