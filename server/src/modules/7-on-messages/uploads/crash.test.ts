import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ServerProcess } from "@parlance/testkit";
import { SlowUpload } from "./fixtures/slow-upload.ts";
import { linkTo, looksAt, uploads } from "./fixtures/uploading.ts";

const files = async (server: ServerProcess): Promise<string[]> =>
  (await readdir(join(server.dataDir, "uploads"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test("a server that is killed during uploads has those it has confirmed, and nothing of the others", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.people();
  assert.ok(owner && member);
  const client = await owner.registers();
  const url = await uploads(owner, "To be");
  using upload = new SlowUpload(owner);
  await upload.begins();
  await upload.sends("x".repeat(300_000));
  while ((await files(server)).length < 2) await setTimeout(20);
  await server.kill({ database: true });

  await server.startAgain();
  assert.equal((await files(server)).length, 1);
  assert.deepEqual(await looksAt(owner, url), [200, "To be"]);
  const { attachments } = await owner.does("GET", "/attachments");
  assert.deepEqual(
    attachments.map(({ path_id }) => `/user_uploads/${path_id}`),
    [url],
  );
  const { lastEventId } = await owner.registers();
  const told = (await client.eventsUpTo(lastEventId)).filter(({ type }) => type === "attachment");
  assert.deepEqual(
    told.map(({ op }) => op),
    ["add"],
  );
  await owner.writesTo(member, { content: linkTo(url) });
  assert.deepEqual(await looksAt(member, url), [200, "To be"]);
});
