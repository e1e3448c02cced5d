// Slow: kills servers while they receive files.
import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ServerProcess, until } from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { SlowUpload } from "./fixtures/slow-upload.ts";
import { linkTo, fetchFileAs, uploadAs } from "./fixtures/upload-files.ts";

/** Returns the number of uploaded files. Thumbnails are not counted, because they are made later. */
async function files(server: ServerProcess): Promise<number> {
  const entries = await readdir(join(server.dataDir, "uploads/attachments"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Returns the size of the largest incomplete file, in bytes. */
async function unfinished(server: ServerProcess): Promise<number> {
  const folder = join(server.dataDir, "uploads", ".unfinished");
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size));
  return Math.max(0, ...sizes.map((size) => size ?? 0));
}

test("after a server is killed during uploads, the confirmed files exist and no data of the others is left", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const client = await owner.registerQueue();
  const before = await files(server);
  const url = await uploadAs(owner, "To be");
  using upload = new SlowUpload(owner);
  await upload.start();
  await upload.send("x".repeat(300_000));
  await until(async () => (await unfinished(server)) >= 200_000);
  await server.kill({ database: true });

  await server.restart();
  assert.equal(await files(server), before + 1);
  assert.ok((await unfinished(server)) < 200_000, "what was not confirmed is gone");
  assert.deepEqual(await fetchFileAs(owner, url), [200, "To be"]);
  const { attachments } = await owner.callOrThrow("GET", "/attachments");
  assert.deepEqual(
    attachments.map(({ path_id }) => `/user_uploads/${path_id}`),
    [url],
  );
  const { lastEventId } = await owner.registerQueue();
  const attachmentEvents = (await client.eventsUpTo(lastEventId)).filter(({ type }) => type === "attachment");
  assert.deepEqual(
    attachmentEvents.map(({ op }) => op),
    ["add"],
  );
  await owner.sendDirectMessage(member, { content: linkTo(url) });
  assert.deepEqual(await fetchFileAs(member, url), [200, "To be"]);
});

test("after a server is killed during uploads to a bucket, the confirmed files exist, and the others neither exist nor use space", async (t) => {
  const bucket = await startBucket();
  const server = await ServerProcess.start({
    PARLANCE_UPLOADS_S3_URL: bucket.url,
    PARLANCE_UPLOADS_S3_KEY_ID: bucket.keyId,
    PARLANCE_UPLOADS_S3_SECRET: bucket.secret,
  });
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const store = await openFileStore({ uploadsFolder: server.dataDir, uploadsBucket: bucket });
  const names = async () => {
    const found: string[] = [];
    for await (const { name } of store.list("attachments/")) found.push(name);
    return found;
  };
  const before = await names();
  const { upload_space_used: usedBefore } = await owner.callOrThrow("GET", "/attachments");
  const url = await uploadAs(owner, "To be");
  using upload = new SlowUpload(owner);
  await upload.start();
  for (let mib = 0; mib < 6; mib += 1) await upload.send("x".repeat(2 ** 20));
  const parts = async () =>
    (await readdir(bucket.folder, { recursive: true })).filter((name) => name.endsWith("/1.md5"));
  await until(async () => (await parts()).length > 0);
  await server.kill({ database: true });

  await server.restart();
  assert.equal((await names()).length, before.length + 1);
  assert.deepEqual(await fetchFileAs(owner, url), [200, "To be"]);
  const { attachments, upload_space_used: used } = await owner.callOrThrow("GET", "/attachments");
  assert.deepEqual(
    attachments.map(({ path_id }) => `/user_uploads/${path_id}`),
    [url],
  );
  assert.equal(used, usedBefore + "To be".length);
  await owner.sendDirectMessage(member, { content: linkTo(url) });
  assert.deepEqual(await fetchFileAs(member, url), [200, "To be"]);
  const large = Buffer.alloc(6 * 2 ** 20, "x");
  assert.deepEqual(await fetchFileAs(owner, await uploadAs(owner, large)), [200, large.toString()]);
});
