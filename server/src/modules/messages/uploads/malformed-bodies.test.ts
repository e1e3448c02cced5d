import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTestOrganization, startServer, until } from "@parlance/testkit";
import { SlowUpload } from "./fixtures/slow-upload.ts";
import { uploadAs } from "./fixtures/upload-files.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-hostile-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder, maxUploadMib: 4, bodyGraceSeconds: 1, bodyBytesPerSecond: 1000 });
const { hamlet } = await createTestOrganization(server);

/** Returns the names of all files in the store, including incomplete ones. */
const stored = async (): Promise<string[]> =>
  (await readdir(uploadsFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Waits until the store contains no files. */
async function untilEmpty(): Promise<void> {
  await until(async () => (await stored()).length === 0);
}

/** Waits until the store contains an incomplete file. */
async function untilIncomplete(): Promise<void> {
  await until(async () => (await stored()).length > 0);
}

test("if the client disconnects, the incomplete file is deleted", async () => {
  const upload = new SlowUpload(hamlet);
  await upload.start();
  await upload.send("x".repeat(200_000));
  await untilIncomplete();
  upload[Symbol.dispose]();
  await untilEmpty();
});

test("a body that ends in the middle of the file or its headers is rejected", async () => {
  for (const prefix of ["", "--edge\r\n", '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"']) {
    using upload = new SlowUpload(hamlet);
    if (prefix !== "") await upload.send(prefix);
    upload.abort();
    const { status } = await upload.response();
    assert.equal(status, 400, prefix);
  }
  using upload = new SlowUpload(hamlet);
  await upload.start();
  await upload.send("x".repeat(200_000));
  upload.abort();
  assert.equal((await upload.response()).status, 400);
  await untilEmpty();
});

test("once a file exceeds the maximum size, the rest of the body is not read", async () => {
  using upload = new SlowUpload(hamlet);
  await upload.start();
  const megabyte = Buffer.alloc(2 ** 20);
  for (let sent = 0; sent < 5; sent += 1) await upload.send(megabyte);
  assert.deepEqual(await upload.response(), {
    status: 400,
    msg: "Uploaded file is larger than the allowed limit of 4 MiB",
  });
  await untilEmpty();
});

test("a body whose declared length exceeds the maximum size is rejected without being read", async () => {
  using upload = new SlowUpload(hamlet, { contentLength: 2 ** 40 });
  assert.deepEqual(await upload.response(), {
    status: 400,
    msg: "Uploaded file is larger than the allowed limit of 4 MiB",
  });
});

test("if a request contains a second file, an error is returned and the first file is deleted", async () => {
  using upload = new SlowUpload(hamlet);
  await upload.start();
  await upload.send("x".repeat(100_000));
  await upload.send("\r\n");
  await upload.start("another.txt");
  await upload.send("y");
  await upload.finish();
  assert.deepEqual(await upload.response(), { status: 400, msg: "You may only upload one file at a time" });
  await untilEmpty();
});

test("a request whose body is received too slowly is rejected with status 408", async () => {
  using upload = new SlowUpload(hamlet);
  await upload.start();
  await upload.send("x");
  assert.equal((await upload.response()).status, 408);
  await untilEmpty();
});

test("a form with more than a thousand fields is rejected", async () => {
  using upload = new SlowUpload(hamlet);
  const field = '--edge\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  await upload.send(field.repeat(1001));
  await upload.finish();
  assert.equal((await upload.response()).status, 400);
  await untilEmpty();
});

test("a request without valid credentials is rejected before any bytes of the file are stored", async () => {
  using upload = new SlowUpload(Object.assign(Object.create(hamlet) as typeof hamlet, { apiKey: "x".repeat(32) }));
  await upload.start();
  await upload.send("x".repeat(200_000));
  assert.equal((await upload.response()).status, 401);
  assert.deepEqual(await stored(), []);
});

test("after the rejected requests of the tests above, files can still be uploaded", async () => {
  await uploadAs(hamlet);
  assert.equal((await stored()).length, 1);
});
