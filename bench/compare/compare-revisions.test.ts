// Slow: measures two revisions.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Starts a comparison of this checkout with its last commit, whose temporary files are in a folder of its own. */
function compareWithHead(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-compare-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [MAIN, "--compare", "HEAD", "--only", "send", "--quick", "--json"], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const checkouts = () => readdirSync(folder).filter((name) => name.startsWith("parlance-bench-revision-"));
  return { child, checkouts };
}

test("the rates and processor times of two revisions are compared in as many rounds as they were measured, and the other checkout is removed", async (t) => {
  const { child, checkouts } = compareWithHead(t);
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [status] = (await once(child, "exit")) as [number | null];
  assert.equal(status, 0, await errors);
  const { comparisons } = JSON.parse(await output) as { comparisons: { name: string; ratio: number; rounds: [] }[] };
  assert.deepEqual(
    comparisons.map(({ name, rounds }) => [name, rounds.length]),
    [
      ["send", 5],
      ["send, processor time", 5],
    ],
  );
  for (const { ratio } of comparisons) assert.ok(ratio > 0);
  assert.deepEqual(checkouts(), []);
});

test("an interrupted comparison removes the other checkout, too", async (t) => {
  const { child, checkouts } = compareWithHead(t);
  let output = "";
  await new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("send: ")) resolve();
    });
  });
  assert.equal(checkouts().length, 1, output);
  child.kill("SIGTERM");
  const [status] = (await once(child, "exit")) as [number | null];
  assert.equal(status, 1);
  assert.deepEqual(checkouts(), []);
});
