import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runGenerator, staleOutputs, writeOutputs } from "./generate.ts";

const generator = (content: ReadonlyMap<string, string>) => ({
  name: "letters",
  outputs: ["a.txt", "b.txt"],
  generate: async () => content,
});

test("a generated file that is missing, or whose content differs, is reported as stale", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-generate-"));
  writeFileSync(join(folder, "a.txt"), "old");
  const listGenerator = generator(
    new Map([
      ["a.txt", "new"],
      ["b.txt", "b"],
    ]),
  );
  const stale = await staleOutputs(listGenerator, folder);
  assert.deepEqual(
    stale.map((line) => line.split(" (")[0]),
    ["a.txt is stale", "b.txt is missing"],
  );

  writeFileSync(join(folder, "a.txt"), "new");
  writeFileSync(join(folder, "b.txt"), "b");
  assert.deepEqual(await staleOutputs(listGenerator, folder), []);
  rmSync(folder, { recursive: true });
});

test("a file that is up to date is not written again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-generate-"));
  writeFileSync(join(folder, "a.txt"), "a");
  const listGenerator = generator(
    new Map([
      ["a.txt", "a"],
      ["b.txt", "b"],
    ]),
  );
  assert.deepEqual(await writeOutputs(listGenerator, folder), ["b.txt"]);
  assert.equal(readFileSync(join(folder, "b.txt"), "utf8"), "b");
  assert.deepEqual(await writeOutputs(listGenerator, folder), []);
  rmSync(folder, { recursive: true });
});

test("a generator must generate exactly the files that it announces", async () => {
  await assert.rejects(runGenerator(generator(new Map([["a.txt", ""]]))), /announces a.txt, b.txt but made a.txt/);
});
