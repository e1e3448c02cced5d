import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTestOrganization, startServer, untilIdle } from "@parlance/testkit";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { createUpload, createTusUpload, sendChunk } from "./fixtures/tus.ts";

const MIB = 2 ** 20;
const BYTES = { "content-type": "application/offset+octet-stream" };
const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-broken-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
// The grace period is long, so that no request is aborted because it is too slow.
const server = await startServer({ uploadsFolder, maxUploadMib: 32, bodyGraceSeconds: 3600 });
const { metrics } = server;
const files = server.files as { put: FileStore["put"] };

/** Runs `act` while the file store's `put` is replaced. */
async function withStore<T>(put: FileStore["put"], act: () => Promise<T>): Promise<T> {
  const before = files.put;
  files.put = put;
  try {
    return await act();
  } finally {
    files.put = before;
  }
}

const diskFull = (): Error => Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });

test("if a chunk of a resumable upload cannot be stored, the request gets a response and the chunk can be sent again", async () => {
  const { hamlet } = await createTestOrganization(server);
  const content = Buffer.alloc(8 * MIB, "To be");
  const path = await createUpload(hamlet, content.length);
  const full: FileStore["put"] = async (_name, pieces) => {
    for await (const _ of pieces) throw diskFull();
    return 0;
  };
  const { status, body } = await withStore(full, () => sendChunk(hamlet, path, 0, content));
  assert.deepEqual([status, body["code"]], [503, "DISK_FULL"]);
  await untilIdle(metrics);
  assert.equal((await sendChunk(hamlet, path, 0, content)).status, 200);
});

test("if two requests send many bytes for the same upload at the same time, both get a response", async () => {
  const { hamlet } = await createTestOrganization(server);
  const content = Buffer.alloc(12 * MIB, "To be");
  const path = await createUpload(hamlet, content.length);
  const answers = await Promise.all([sendChunk(hamlet, path, 0, content), sendChunk(hamlet, path, 0, content)]);
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  );
  await untilIdle(metrics);
});

test("once an upload is complete, its request gets a response even if the client has not ended the request", async () => {
  const { hamlet } = await createTestOrganization(server);
  const path = await createUpload(hamlet, 5);
  const { outgoing, answer } = createTusUpload(hamlet, "PATCH", path, { ...BYTES, "upload-offset": 0 });
  outgoing.write("To be");
  assert.equal((await answer).status, 200);
  outgoing.destroy();
});
