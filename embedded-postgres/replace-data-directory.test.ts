import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "./fixtures/server-processes.ts";
import { createReplacementDraft, replaceDataDirectory, lockDataDirectory } from "./index.ts";

const NAMES = ["mail", "postgres", "secret.key"];

async function fill(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of NAMES) await writeFile(join(folder, name), text);
}

const textsIn = async (folder: string): Promise<string[]> =>
  Promise.all(NAMES.map((name) => readFile(join(folder, name), "utf8")));

/**
 * Creates a data directory with a replacement that is committed but not completed, and the folder for its former
 * content.
 */
async function settled(t: TestContext) {
  const parent = await temporaryFolder(t);
  const [dataDir, formerContent] = [join(parent, "data"), join(parent, "kept")];
  await fill(dataDir, "old");
  await fill(join(dataDir, "restored"), "new");
  await writeFile(join(dataDir, "restored", "keep-as"), formerContent);
  await mkdir(formerContent);
  return { dataDir, formerContent };
}

/** Returns every rename that completes a replacement, in order. */
const steps = (dataDir: string, formerContent: string): (readonly [string, string])[] => [
  ...NAMES.map((name) => [join(dataDir, name), join(formerContent, name)] as const),
  [join(dataDir, "restored"), join(dataDir, "restored-moving-in")],
  ...NAMES.map((name) => [join(dataDir, "restored-moving-in", name), join(dataDir, name)] as const),
];

test("a replacement interrupted after any of its steps is completed by the next process that locks the directory", async (t) => {
  for (let done = 0; done <= 2 * NAMES.length + 1; done += 1) {
    const { dataDir, formerContent } = await settled(t);
    for (const [from, to] of steps(dataDir, formerContent).slice(0, done)) await rename(from, to);
    await (await lockDataDirectory(dataDir))[Symbol.asyncDispose]();
    assert.deepEqual(await textsIn(dataDir), ["new", "new", "new"], `after ${done} steps`);
    assert.deepEqual(await textsIn(formerContent), ["old", "old", "old"], `after ${done} steps`);
    assert.deepEqual((await readdir(dataDir)).sort(), NAMES);
  }
});

test("a draft that was never committed is removed, and the data directory's content remains", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  await fill(dataDir, "old");
  await fill(await createReplacementDraft(dataDir), "new");
  await (await lockDataDirectory(dataDir))[Symbol.asyncDispose]();
  assert.deepEqual(await textsIn(dataDir), ["old", "old", "old"]);
  assert.deepEqual((await readdir(dataDir)).sort(), NAMES);
});

test("a settings file in a data directory stays there when the content is replaced", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  await fill(dataDir, "old");
  await writeFile(join(dataDir, "parlance.toml"), "");
  await using lock = await lockDataDirectory(dataDir);
  const draft = await createReplacementDraft(lock.path);
  await fill(draft, "new");
  const formerContent = await replaceDataDirectory(lock.path, draft, new Date());
  assert.ok(formerContent);
  assert.deepEqual((await readdir(formerContent)).sort(), NAMES);
  assert.ok((await readdir(dataDir)).includes("parlance.toml"));
});

test("folders with former content that earlier replacements stored in a data directory are not moved by a replacement", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  await fill(dataDir, "old");
  await mkdir(join(dataDir, "before-restore-20260101T000000Z"));
  const draft = await createReplacementDraft(dataDir);
  await fill(draft, "new");
  const formerContent = await replaceDataDirectory(dataDir, draft, new Date("2026-01-02T03:04:05.678Z"));
  assert.equal(formerContent, `${dataDir}.before-restore-20260102T030405Z`);
  assert.deepEqual((await readdir(dataDir)).sort(), ["before-restore-20260101T000000Z", ...NAMES]);
  assert.deepEqual(await textsIn(formerContent), ["old", "old", "old"]);
});
