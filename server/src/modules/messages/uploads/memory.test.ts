// Slow: uploads files larger than the memory that an upload may use.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchPath, type TestUser, ServerProcess, waitBeforeRetry } from "@parlance/testkit";
import { isExploring } from "@parlance/testkit/random/random-runs.ts";
import { SlowUpload } from "./fixtures/slow-upload.ts";

const MIB = 2 ** 20;
const SIZE_MIB = isExploring ? 1024 : 192;
const SMALL_MIB = 32;
const MAX_GROWTH = 50 * MIB;

async function residentBytes(server: ServerProcess, person: TestUser): Promise<number> {
  const { bytes } = await fetchPath({ ...person.site, port: server.port }, "/metrics");
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(bytes.toString())?.[1]);
}

/** Returns the result of some work, and the maximum growth of the server's memory in the meantime, in bytes. */
async function growthDuring<T>(server: ServerProcess, person: TestUser, work: Promise<T>): Promise<[T, number]> {
  const before = await residentBytes(server, person);
  const [ended, seen] = [new AbortController(), [before]];
  const watching = (async () => {
    while (!ended.signal.aborted) {
      seen.push(await residentBytes(server, person));
      await waitBeforeRetry();
    }
  })();
  const result = await work.finally(() => ended.abort());
  await watching;
  return [result, Math.max(...seen) - before];
}

async function sends(person: TestUser, sizeMib: number): Promise<number> {
  using upload = new SlowUpload(person);
  await upload.start("large.bin");
  const piece = Buffer.alloc(MIB, "x");
  for (let sent = 0; sent < sizeMib; sent += 1) await upload.send(piece);
  await upload.finish();
  return (await upload.response()).status;
}

async function fetchesLarge(person: TestUser, path: string): Promise<number> {
  const credentials = Buffer.from(`${person.email}:${person.apiKey}`).toString("base64");
  const { port, host } = person.site;
  const headers = { host, authorization: `Basic ${credentials}` };
  const { body } = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  let size = 0;
  for await (const chunk of body ?? []) size += (chunk as Uint8Array).length;
  return size;
}

test("uploading or downloading a large file increases the server's memory by less than 50 MiB", async (t) => {
  const server = await ServerProcess.start({ PARLANCE_MAX_FILE_UPLOAD_SIZE_MIB: String(SIZE_MIB) });
  t.after(() => server[Symbol.asyncDispose]());
  const { owner } = await server.demoUsers();
  assert.ok(owner);
  assert.equal(await sends(owner, SMALL_MIB), 200);
  const [status, uploadGrowth] = await growthDuring(server, owner, sends(owner, SIZE_MIB));
  assert.equal(status, 200);
  const attachment = (await owner.callOrThrow("GET", "/attachments")).attachments.at(-1);
  assert.equal(attachment?.size, SIZE_MIB * MIB);
  const path = `/user_uploads/${attachment.path_id}`;
  const [size, downloadGrowth] = await growthDuring(server, owner, fetchesLarge(owner, path));
  assert.equal(size, SIZE_MIB * MIB);
  t.diagnostic(`in: ${Math.round(uploadGrowth / MIB)} MiB, out: ${Math.round(downloadGrowth / MIB)} MiB`);
  assert.ok(uploadGrowth < MAX_GROWTH, `${uploadGrowth} bytes more while it came in`);
  assert.ok(downloadGrowth < MAX_GROWTH, `${downloadGrowth} bytes more while it went out`);
});
