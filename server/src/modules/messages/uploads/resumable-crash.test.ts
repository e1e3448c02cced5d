// Slow: starts, kills and restarts servers with a lot of data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess, until } from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { createUpload, createTusUpload, uploadOffset, sendChunk } from "./fixtures/tus.ts";

const SIZE = 6 * 2 ** 20;
const content = Buffer.alloc(SIZE, "To be, or not to be. ");

const bucket = await startBucket();
const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  folder: {},
  bucket: {
    PARLANCE_UPLOADS_S3_URL: bucket.url,
    PARLANCE_UPLOADS_S3_REGION: bucket.region,
    PARLANCE_UPLOADS_S3_KEY_ID: bucket.keyId,
    PARLANCE_UPLOADS_S3_SECRET: bucket.secret,
  },
};

for (const [kind, env] of Object.entries(places)) {
  test(`after the server is killed, an upload to a ${kind} resumes without losing any confirmed bytes`, async (t) => {
    const server = await ServerProcess.start(env);
    t.after(() => server[Symbol.asyncDispose]());
    const { owner } = await server.demoUsers();
    assert.ok(owner);
    const path = await createUpload(owner, SIZE);
    const { outgoing } = createTusUpload(owner, "PATCH", path, {
      "content-type": "application/offset+octet-stream",
      "upload-offset": 0,
      "content-length": SIZE,
    });
    outgoing.write(content.subarray(0, 5 * 2 ** 20));
    const confirmed = await until(async () => Number(await uploadOffset(owner, path)) || undefined);
    await server.kill({ database: true });

    await server.restart();
    const offset = Number(await uploadOffset(owner, path));
    assert.ok(offset >= confirmed);
    const { status, body } = await sendChunk(owner, path, offset, content.subarray(offset));
    assert.equal(status, 200);
    assert.ok((await owner.fetch(String(body["url"]))).bytes.equals(content));
  });
}
