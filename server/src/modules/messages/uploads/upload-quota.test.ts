import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { clock, hours, createTestOrganization, type TestUser, startServer, until } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { MAX_UNFINISHED_UPLOADS } from "./actions/create-resumable-upload.ts";
import { createUpload, createTusUpload, sendChunk, tus } from "./fixtures/tus.ts";
import { uploadAs } from "./fixtures/upload-files.ts";
import { deleteAbandonedUploads } from "./jobs.ts";

const MIB = 2 ** 20;
const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-quota-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder, maxUploadMib: 12, uploadQuotaMib: 20 });

const used = async (person: TestUser): Promise<number> =>
  (await person.callOrThrow("GET", "/attachments")).upload_space_used;

/**
 * Starts a request that sends a whole upload. Resolves when the server has received the first byte and reserved the
 * space; the caller sends the rest.
 */
async function startSending(person: TestUser, path: string, size: number) {
  const request = createTusUpload(person, "PATCH", path, {
    "content-type": "application/offset+octet-stream",
    "upload-offset": 0,
    "content-length": size,
  });
  request.outgoing.write("x");
  await until(async () => (await used(person)) >= size);
  return request;
}

const outcome = ({ status, body }: Awaited<ReturnType<typeof tus>>) => [status, body["code"]];
const NO_ROOM = [400, "REALM_UPLOAD_QUOTA"];

test("an upload for which no bytes have been sent reserves no space", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  for (let count = 0; count < 5; count += 1) await createUpload(hamlet, 12 * MIB);
  assert.equal(await used(hamlet), 0);
  await uploadAs(othello, randomBytes(11 * MIB));
  assert.equal(await used(othello), 11 * MIB);
});

test("creating an upload fails if the organization has too little space left, or if the file is too large", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await uploadAs(hamlet, randomBytes(11 * MIB));
  const announced = (size: number | string) =>
    tus(othello, "POST", "/api/v1/tus", { headers: { "upload-length": size } });
  assert.deepEqual(outcome(await announced(9 * MIB + 1)), NO_ROOM);
  assert.equal((await announced(9 * MIB)).status, 201);
  for (const size of [12 * MIB + 1, "9".repeat(400)]) {
    const tooLarge = await announced(size);
    assert.deepEqual(
      [tooLarge.status, tooLarge.body["msg"]],
      [413, "Uploaded file is larger than the allowed limit of 12 MiB"],
    );
  }
});

test("during a request that sends bytes, the space for the whole file is reserved, and a request without enough space is rejected without being read", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const [first, second] = [await createUpload(hamlet, 12 * MIB), await createUpload(othello, 12 * MIB)];
  const { outgoing, answer } = await startSending(hamlet, first, 12 * MIB);
  assert.deepEqual(outcome(await sendChunk(othello, second, 0, Buffer.alloc(12 * MIB))), NO_ROOM);
  await assert.rejects(uploadAs(othello, randomBytes(9 * MIB)), /REALM_UPLOAD_QUOTA/);
  outgoing.end(Buffer.alloc(12 * MIB - 1));
  assert.equal((await answer).status, 200);
  assert.equal(await used(hamlet), 12 * MIB);
});

test("when a request is aborted, the space for the bytes that are missing is released", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const path = await createUpload(hamlet, 12 * MIB);
  const { outgoing } = await startSending(hamlet, path, 12 * MIB);
  outgoing.destroy();
  await until(async () => (await used(hamlet)) === 1);
  await uploadAs(othello, randomBytes(11 * MIB));
  assert.deepEqual(outcome(await sendChunk(hamlet, path, 1, Buffer.alloc(12 * MIB - 1))), NO_ROOM);
  assert.equal((await tus(hamlet, "DELETE", path)).status, 204);
  assert.equal(await used(hamlet), 11 * MIB);
});

test("space that was reserved when the server was killed is released once no request can be using it any more", async () => {
  const { hamlet } = await createTestOrganization(server);
  await createUpload(hamlet, 12 * MIB);
  await server.db.pool.query("update resumable_upload set charged = size where owner_id = $1", [hamlet.id]);
  await server.db.pool.query(
    "insert into upload_space values ($1, $2) on conflict (realm_id) do update set used = $2",
    [await realmOf(hamlet), 12 * MIB],
  );
  const run = () => deleteAbandonedUploads.run(context, {});
  await run();
  assert.equal(await used(hamlet), 12 * MIB);
  clock.shiftWallClock(hours(4.1));
  await run();
  assert.equal(await used(hamlet), 0);
});

const context = {
  db: server.db,
  clock,
  log: createLogger({ level: "silent" }),
  signal: new AbortController().signal,
};

async function realmOf({ id }: TestUser): Promise<number> {
  const { rows } = await server.db.pool.query<{ realm_id: number }>("select realm_id from account where id = $1", [id]);
  return rows[0]?.realm_id ?? 0;
}

test("the number of a user's unfinished uploads is limited, and finished or canceled uploads do not count", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const paths: string[] = [];
  while (paths.length < MAX_UNFINISHED_UPLOADS) paths.push(await createUpload(hamlet, 5));
  const announced = () => tus(hamlet, "POST", "/api/v1/tus", { headers: { "upload-length": 5 } });
  const refused = await announced();
  assert.deepEqual(
    [refused.status, refused.body["msg"]],
    [400, "You have too many unfinished uploads (limit: 50). Finish or cancel some of them first."],
  );
  await createUpload(othello, 5);
  await tus(hamlet, "DELETE", paths[0] ?? "");
  assert.equal((await announced()).status, 201);
  await sendChunk(hamlet, paths[1] ?? "", 0, "To be");
  assert.equal((await announced()).status, 201);
  assert.equal((await announced()).status, 400);
});
