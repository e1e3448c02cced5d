import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { createGzip, createTar } from "./archive.ts";
import { createFile, type File } from "./file.ts";

const MODIFIED = new Date("2026-01-02T03:04:05Z");
const files: readonly File[] = [
  createFile("home/b.txt", "b"),
  { ...createFile("home/bin/a", "a"), isExecutable: true },
  { path: "home/link", content: { link: "b.txt" }, isExecutable: false },
];

test("an archive has the same bytes in whatever order its files were found, and states no user", async () => {
  const archive = await createTar(files, MODIFIED);
  assert.deepEqual(await createTar(files.toReversed(), MODIFIED), archive);
  const entries = await unpackTar(archive);
  assert.deepEqual(
    entries.map(({ header }) => header.name),
    ["home/", "home/b.txt", "home/bin/", "home/bin/a", "home/link"],
  );
  assert.deepEqual(
    entries.map(({ header }) => header.mode),
    [0o755, 0o644, 0o755, 0o755, 0o777],
  );
  for (const { header } of entries) assert.deepEqual([header.uid, header.gid, header.mtime], [0, 0, MODIFIED]);
  assert.equal(entries.at(-1)?.header.linkname, "b.txt");
});

test("data that is compressed in several pieces is unpacked as one", async () => {
  const data = Buffer.alloc(20 * 1024 * 1024, "Parlance");
  const packed = await createGzip(data);
  assert.ok(packed.length < data.length / 100);
  assert.ok(gunzipSync(packed).equals(data));
  assert.deepEqual(packed.subarray(4, 8), Buffer.alloc(4), "the time stamp is empty");
  assert.ok(gunzipSync(await createGzip(new Uint8Array())).equals(Buffer.alloc(0)));
});
