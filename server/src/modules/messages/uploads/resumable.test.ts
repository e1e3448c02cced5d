import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { clock, days, createTestOrganization, type TestUser, startServer, watchEvents, until } from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { createUpload, createTusUpload, uploadOffset, sendChunk, tus } from "./fixtures/tus.ts";
import { linkTo, fetchFileAs } from "./fixtures/upload-files.ts";
import { deleteAbandonedUploads, deleteOrphanedChunks } from "./jobs.ts";

const MIB = 2 ** 20;
const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-resumable-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const uploadsBucket = await startBucket();
const limits = { maxUploadMib: 12, uploadQuotaMib: 20 };

const places = {
  folder: {
    server: await startServer({ uploadsFolder, ...limits }, { withJobs: true }),
    files: await openFileStore({ uploadsFolder }),
  },
  bucket: {
    server: await startServer({ uploadsFolder, uploadsBucket, ...limits }, { withJobs: true }),
    files: await openFileStore({ uploadsFolder, uploadsBucket }),
  },
};

async function namesIn(files: FileStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of files.list(prefix)) names.push(name);
  return names;
}

async function untilNoPieces(files: FileStore): Promise<void> {
  await until(async () => (await namesIn(files, "pieces/")).length === 0);
}

const used = async (person: TestUser): Promise<number> =>
  (await person.callOrThrow("GET", "/attachments")).upload_space_used;

for (const [kind, { server, files }] of Object.entries(places)) {
  const context = () => ({
    db: server.db,
    clock,
    log: createLogger({ level: "silent" }),
    signal: new AbortController().signal,
  });

  test(`a file uploaded to a ${kind} in chunks becomes an ordinary attachment`, async () => {
    const { hamlet, othello } = await createTestOrganization(server);
    const content = randomBytes(9 * MIB + 5);
    const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
      const path = await createUpload(hamlet, content.length, "größe.bin");
      assert.match(path, /^\/api\/v1\/tus\/[0-9a-f]{48}$/);
      assert.equal(await uploadOffset(hamlet, path), 0);
      const first = await sendChunk(hamlet, path, 0, content.subarray(0, 5 * MIB));
      assert.deepEqual([first.status, first.headers["upload-offset"]], [204, String(5 * MIB)]);
      assert.equal(await uploadOffset(hamlet, path), 5 * MIB);
      const last = await sendChunk(hamlet, path, 5 * MIB, content.subarray(5 * MIB));
      assert.deepEqual([last.status, last.headers["upload-offset"]], [200, String(content.length)]);
      const { url, uri, filename, result } = last.body;
      assert.deepEqual([result, uri, filename], ["success", url, "größe.bin"]);
      assert.match(String(url), /^\/user_uploads\/\d+\/\w\w\/\w{46}\/gro-e\.bin$/);
      assert.ok((await hamlet.fetch(String(url))).bytes.equals(content));
      assert.equal((await fetchFileAs(othello, String(url)))[0], 403);
      const looked = await tus(hamlet, "HEAD", path);
      assert.deepEqual(
        [looked.headers["upload-offset"], looked.headers["upload-length"], looked.headers["content-location"]],
        [String(content.length), String(content.length), url],
      );
      const again = await sendChunk(hamlet, path, content.length, "");
      assert.deepEqual([again.status, again.body["url"]], [200, url]);
    });
    assert.deepEqual(
      toHamlet?.map(({ type, op, upload_space_used }) => [type, op, upload_space_used]),
      [["attachment", "add", content.length]],
    );
    assert.deepEqual(toOthello, []);
    await untilNoPieces(files);
  });

  test(`after a dropped connection, an upload to a ${kind} resumes after the bytes already received`, async () => {
    const { hamlet } = await createTestOrganization(server);
    const content = randomBytes(6 * MIB);
    const path = await createUpload(hamlet, content.length);
    const { outgoing } = createTusUpload(hamlet, "PATCH", path, {
      "content-type": "application/offset+octet-stream",
      "upload-offset": 0,
      "content-length": content.length,
    });
    await new Promise((resolve) => outgoing.write(content.subarray(0, 5 * MIB), resolve));
    const comesPast = (mark: number): Promise<number> =>
      until(async () => {
        const offset = Number(await uploadOffset(hamlet, path));
        return offset > mark && offset;
      });
    const noted = await comesPast(0);
    assert.ok(noted >= 4 * MIB && noted < 5 * MIB, String(noted));
    outgoing.destroy();
    const offset = await comesPast(noted);
    assert.ok(offset <= 5 * MIB, String(offset));
    const { status, body } = await sendChunk(hamlet, path, offset, content.subarray(offset));
    assert.equal(status, 200);
    assert.ok((await hamlet.fetch(String(body["url"]))).bytes.equals(content));
  });

  test(`if two requests write to the same upload to a ${kind} concurrently, only one succeeds`, async () => {
    const { hamlet, realmId } = await createTestOrganization(server);
    const [one, other] = [Buffer.alloc(MIB, "1"), Buffer.alloc(MIB, "2")];
    const path = await createUpload(hamlet, 2 * MIB);
    const halves = await Promise.all([sendChunk(hamlet, path, 0, one), sendChunk(hamlet, path, 0, other)]);
    assert.deepEqual(
      halves.map(({ status }) => status).sort((a, b) => a - b),
      [204, 409],
    );
    const [first] = halves[0]?.status === 204 ? [one] : [other];
    const ends = await Promise.all([sendChunk(hamlet, path, MIB, one), sendChunk(hamlet, path, MIB, other)]);
    assert.deepEqual(
      ends.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    );
    const second = ends[0]?.status === 200 ? one : other;
    const { attachments } = await hamlet.callOrThrow("GET", "/attachments");
    assert.equal(attachments.length, 1);
    const { bytes } = await hamlet.fetch(`/user_uploads/${attachments[0]?.path_id ?? ""}`);
    assert.ok(bytes.equals(Buffer.concat([first ?? one, second])));
    assert.equal(await used(hamlet), 2 * MIB);
    await untilNoPieces(files);
    const whole = (await namesIn(files, "attachments/")).filter((name) => name.includes(`/${realmId}/`));
    assert.equal(whole.length, 1);
  });

  test(`an upload to a ${kind} is deleted when it is canceled, or a day after it was abandoned`, async () => {
    const { hamlet } = await createTestOrganization(server);
    const left = await createUpload(hamlet, 3 * MIB);
    await sendChunk(hamlet, left, 0, randomBytes(MIB));
    const ended = await createUpload(hamlet, 2 * MIB);
    await sendChunk(hamlet, ended, 0, randomBytes(MIB));
    assert.equal(await used(hamlet), 2 * MIB);
    assert.equal((await tus(hamlet, "DELETE", ended)).status, 204);
    assert.equal(await uploadOffset(hamlet, ended), "status 404");
    assert.equal(await used(hamlet), MIB);
    await deleteAbandonedUploads.run(context(), {});
    assert.equal(await uploadOffset(hamlet, left), MIB);
    clock.shiftWallClock(days(1.01));
    assert.equal(await uploadOffset(hamlet, left), "status 404");
    await deleteAbandonedUploads.run(context(), {});
    assert.equal(await used(hamlet), 0);
    await untilNoPieces(files);
  });

  test(`in a ${kind}, stored chunks without a database row are deleted once they are old`, async () => {
    const { hamlet } = await createTestOrganization(server);
    const path = await createUpload(hamlet, 2 * MIB);
    await sendChunk(hamlet, path, 0, randomBytes(MIB));
    await files.put(
      "pieces/1/aa/left",
      (async function* () {
        yield Buffer.from("left");
      })(),
    );
    const later = { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + days(3)) };
    await deleteOrphanedChunks(files).run({ ...context(), clock: later }, {});
    const names = await namesIn(files, "pieces/");
    assert.equal(names.length, 1);
    assert.ok(!names.includes("pieces/1/aa/left"));
    await tus(hamlet, "DELETE", path);
    await untilNoPieces(files);
  });
}

const { server } = places.folder;

test("the request that creates an upload can contain the whole file, and an empty file is complete immediately", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const headers = { "content-type": "application/offset+octet-stream", "upload-length": 5 };
  const whole = await tus(hamlet, "POST", "/api/v1/tus", { headers, body: "To be" });
  assert.deepEqual([whole.status, whole.headers["upload-offset"], whole.body["filename"]], [201, "5", "uploaded-file"]);
  const url = String(whole.body["url"]);
  await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  assert.deepEqual(await fetchFileAs(othello, url), [200, "To be"]);
  const half = await tus(hamlet, "POST", "/api/v1/tus", { headers, body: "To" });
  assert.deepEqual([half.status, half.headers["upload-offset"], half.body], [201, "2", {}]);
  const none = await tus(hamlet, "POST", "/api/v1/tus", { headers: { "upload-length": 0 } });
  assert.equal(none.status, 201);
  assert.deepEqual(await fetchFileAs(hamlet, String(none.body["url"])), [200, ""]);
});

test("bytes that do not match the checksum in the request are discarded", async () => {
  const { hamlet } = await createTestOrganization(server);
  const path = await createUpload(hamlet, 5);
  const sum = (algorithm: string, text: string) => ({
    "upload-checksum": `${algorithm} ${createHash(algorithm).update(text).digest("base64")}`,
  });
  const wrong = await sendChunk(hamlet, path, 0, "To b", sum("sha1", "To-b"));
  assert.equal(wrong.status, 460);
  assert.equal(await uploadOffset(hamlet, path), 0);
  assert.equal((await sendChunk(hamlet, path, 0, "To", sum("sha256", "To"))).status, 204);
  assert.equal((await sendChunk(hamlet, path, 2, " be", sum("md5", " be"))).status, 400);
  assert.equal((await sendChunk(hamlet, path, 2, " be", sum("sha1", " be"))).status, 200);
});

test("users can neither continue nor see nor cancel other users' uploads", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const path = await createUpload(hamlet, 5);
  assert.equal(await uploadOffset(othello, path), "status 404");
  assert.equal((await sendChunk(othello, path, 0, "To be")).status, 404);
  assert.equal((await tus(othello, "DELETE", path)).status, 404);
  const unauthorized = await tus(hamlet, "HEAD", path, { headers: { authorization: "Basic eDp5" } });
  assert.equal(unauthorized.status, 401);
  assert.equal(await uploadOffset(hamlet, path), 0);
});

test("requests that violate the protocol are rejected and change nothing", async () => {
  const { hamlet } = await createTestOrganization(server);
  const path = await createUpload(hamlet, 5);
  const version = await tus(hamlet, "HEAD", path, { headers: { "tus-resumable": "0.2.2" } });
  assert.deepEqual([version.status, version.headers["tus-resumable"]], [412, "1.0.0"]);
  const bytes = { "content-type": "application/offset+octet-stream" };
  const patch = (headers: Record<string, string>, body = "To be") => tus(hamlet, "PATCH", path, { headers, body });
  assert.equal((await patch({ "upload-offset": "0" })).status, 415);
  assert.equal((await patch(bytes)).status, 400);
  assert.equal((await patch({ ...bytes, "upload-offset": "-1" })).status, 400);
  assert.equal((await patch({ ...bytes, "upload-offset": "1" })).status, 409);
  assert.equal((await patch({ ...bytes, "upload-offset": "0" }, "To be or")).status, 413);
  assert.equal(await uploadOffset(hamlet, path), 0);
  for (const headers of [
    {},
    { "upload-length": "x" },
    { "upload-defer-length": "1" },
    { "upload-length": "1", "upload-metadata": "filename %%" },
  ]) {
    assert.equal((await tus(hamlet, "POST", "/api/v1/tus", { headers })).status, 400, JSON.stringify(headers));
  }
  assert.equal((await tus(hamlet, "PUT", path)).status, 405);
  assert.equal((await tus(hamlet, "HEAD", "/api/v1/tus/%00")).status, 404);
});

test("OPTIONS returns the supported version and extensions of the protocol, and a header can override the method of a POST request", async () => {
  const { hamlet } = await createTestOrganization(server);
  const { status, headers } = await tus(hamlet, "OPTIONS", "/api/v1/tus", { headers: { authorization: "" } });
  assert.deepEqual(
    [status, headers["tus-version"], headers["tus-extension"], headers["tus-max-size"]],
    [204, "1.0.0", "creation,creation-with-upload,termination,expiration,checksum", String(12 * MIB)],
  );
  const path = await createUpload(hamlet, 5);
  const patch = {
    "x-http-method-override": "PATCH",
    "content-type": "application/offset+octet-stream",
    "upload-offset": "0",
  };
  assert.equal((await tus(hamlet, "POST", path, { headers: patch, body: "To be" })).status, 200);
});
