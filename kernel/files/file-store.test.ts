import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { deleteUnfinishedFiles, openFileStore } from "./open-file-store.ts";
import type { FileStore } from "./file-store.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-files-"));
after(() => rm(folder, { recursive: true }));

const uploadsFolder = join(folder, "uploads");
const uploadsBucket = await startBucket();
const stores: Readonly<Record<string, FileStore>> = {
  folder: await openFileStore({ uploadsFolder }),
  bucket: await openFileStore({ uploadsFolder, uploadsBucket }),
};

async function* inChunks(...chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

async function* brokenOff(...chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
  throw new Error("the sender went away");
}

const content = async (store: FileStore, ...[name, range]: Parameters<FileStore["get"]>) => {
  const stream = await store.get(name, range);
  return stream && buffer(stream);
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const listed = async (store: FileStore, prefix: string) =>
  (await all(store.list(prefix))).map(({ name, size }) => [name, size] as const).sort(([a], [b]) => (a < b ? -1 : 1));

for (const [kind, store] of Object.entries(stores)) {
  test(`a ${kind} returns stored files completely and by range`, async () => {
    const large = randomBytes(11 * 2 ** 20);
    assert.equal(
      await store.put("a/large", inChunks(large.subarray(0, 6_000_001), large.subarray(6_000_001))),
      large.length,
    );
    assert.deepEqual(await content(store, "a/large"), large);
    assert.deepEqual(await content(store, "a/large", { start: 5, end: 7_000_000 }), large.subarray(5, 7_000_001));
    assert.equal(await store.put("a/small", inChunks(Buffer.from("to "), Buffer.from("be"))), 5);
    assert.equal((await content(store, "a/small"))?.toString(), "to be");
    assert.equal(await store.put("a/none", inChunks()), 0);
    assert.equal((await content(store, "a/none"))?.length, 0);
  });

  test(`a ${kind} reports missing files and deletes existing ones`, async () => {
    await store.put("b/one", inChunks(Buffer.from("1")));
    await store.delete(["b/one", "b/never"]);
    assert.equal(await store.get("b/one"), null);
    assert.equal(await store.get("never/there"), null);
  });

  test(`a ${kind} replaces a file completely`, async () => {
    await store.put("c/same", inChunks(Buffer.from("a long text")));
    await store.put("c/same", inChunks(Buffer.from("short")));
    assert.equal((await content(store, "c/same"))?.toString(), "short");
  });

  test(`a ${kind} keeps nothing of an interrupted upload`, async () => {
    await assert.rejects(store.put("d/half", brokenOff(Buffer.from("half"))), /went away/);
    await assert.rejects(store.put("d/many", brokenOff(randomBytes(6 * 2 ** 20))), /went away/);
    assert.deepEqual(await listed(store, "d/"), []);
    assert.equal(await store.get("d/half"), null);
  });

  test(`a ${kind} lists the files whose names have a prefix`, async () => {
    for (const name of ["e/1/x", "e/12/y", "e/2/z"]) await store.put(name, inChunks(Buffer.from(name)));
    assert.deepEqual(await listed(store, "e/1"), [
      ["e/1/x", 5],
      ["e/12/y", 6],
    ]);
    assert.deepEqual(await listed(store, "nowhere/"), []);
    const [file] = await all(store.list("e/2"));
    assert.ok(Math.abs((file?.storedAt.getTime() ?? 0) - Date.now()) < 60_000);
  });

  test(`a ${kind} rejects names that could escape from it`, async () => {
    for (const name of [
      "",
      "/etc/passwd",
      "a/../b",
      "../b",
      ".hidden",
      "a//b",
      "a/",
      "A",
      "a b",
      "a\0",
      "a".repeat(201),
    ]) {
      await assert.rejects(store.put(name, inChunks()), /no name for a stored file/);
      await assert.rejects(store.get(name), /no name for a stored file/);
      await assert.rejects(store.delete([name]), /no name for a stored file/);
    }
  });
}

test("unfinished files of a killed process are deleted, unless they are so new that another process may still be writing them", async () => {
  const unfinished = join(uploadsFolder, ".unfinished");
  await writeFile(join(unfinished, "old"), "half");
  await writeFile(join(unfinished, "new"), "half");
  const longAgo = new Date(Date.now() - 7_200_000);
  await utimes(join(unfinished, "old"), longAgo, longAgo);
  await deleteUnfinishedFiles({ uploadsFolder }, { shared: true });
  assert.deepEqual(await readdir(unfinished), ["new"]);
  await deleteUnfinishedFiles({ uploadsFolder }, { shared: false });
  assert.deepEqual(await readdir(unfinished), []);
});

test("if the bucket rejects a request, the error contains the bucket's reason", async () => {
  const store = await openFileStore({ uploadsFolder, uploadsBucket: { ...uploadsBucket, secret: "another" } });
  await assert.rejects(store.put("f", inChunks(Buffer.from("x"))), /403.*SignatureDoesNotMatch/s);
});
