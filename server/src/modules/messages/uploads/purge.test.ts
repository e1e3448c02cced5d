import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { clock, days, createTestOrganization, startServer, watchEvents, until } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { purgeUnclaimedFiles, deleteOrphanedAttachments } from "#modules/messages/attachments/jobs.ts";
import { movingPicture } from "./fixtures/pictures.ts";
import { linkTo, fetchFileAs, uploadAs } from "./fixtures/upload-files.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-purge-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder }, { withJobs: true });
const context = () => ({
  db: server.db,
  clock,
  log: createLogger({ level: "silent" }),
  signal: new AbortController().signal,
});

const stored = async (): Promise<number> =>
  (await readdir(uploadsFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

async function untilStored(expected: number): Promise<void> {
  await until(async () => (await stored()) === expected);
}

test("deleting a picture also deletes its thumbnails", async () => {
  const { hamlet } = await createTestOrganization(server);
  await uploadAs(hamlet, await movingPicture(), "dance.gif");
  await untilStored(3);
  const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
  await hamlet.callOrThrow("DELETE", `/attachments/${attachment?.id ?? 0}`);
  await untilStored(0);
});

test("a file is deleted five weeks after it was uploaded or the last message stopped linking to it, and linked files are not deleted", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const never = await uploadAs(hamlet, "never");
  const edited = await uploadAs(hamlet, "edited");
  const linked = await uploadAs(hamlet, "linked");
  await hamlet.sendDirectMessage(othello, { content: linkTo(linked) });
  clock.shiftWallClock(days(30));
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(edited) });
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "Nothing" });
  clock.shiftWallClock(days(4));
  await purgeUnclaimedFiles.run(context(), {});
  assert.equal(await stored(), 3);

  clock.shiftWallClock(days(2));
  const [events] = await watchEvents([hamlet], () => purgeUnclaimedFiles.run(context(), {}));
  assert.deepEqual(
    events?.map(({ type, op, upload_space_used }) => [type, op, upload_space_used]),
    [["attachment", "remove", 12]],
  );
  await untilStored(2);
  assert.equal((await fetchFileAs(hamlet, never))[0], 404);
  assert.equal((await fetchFileAs(hamlet, edited))[0], 200);
  clock.shiftWallClock(days(30));
  await purgeUnclaimedFiles.run(context(), {});
  await untilStored(1);
  assert.equal((await fetchFileAs(othello, linked))[0], 200);
  await hamlet.callOrThrow(
    "DELETE",
    `/attachments/${(await hamlet.callOrThrow("GET", "/attachments")).attachments[0]?.id ?? 0}`,
  );
  await untilStored(0);
});

test("a file is not deleted while it is in a draft or a scheduled message of its owner", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const before = await stored();
  const [drafted, scheduled] = [await uploadAs(hamlet, "drafted"), await uploadAs(hamlet, "scheduled")];
  const { ids } = await hamlet.callOrThrow("POST", "/drafts", {
    drafts: [{ type: "private", to: [othello.id], topic: "", content: linkTo(drafted) }],
  });
  await hamlet.callOrThrow("POST", "/scheduled_messages", {
    type: "direct",
    to: [othello.id],
    content: linkTo(scheduled),
    scheduled_delivery_timestamp: Math.floor((clock.now().getTime() + days(90)) / 1000),
  });
  clock.shiftWallClock(days(40));
  await purgeUnclaimedFiles.run(context(), {});
  assert.equal(await stored(), before + 2);
  await hamlet.callOrThrow("DELETE", `/drafts/${ids[0] ?? 0}`);
  await purgeUnclaimedFiles.run(context(), {});
  await untilStored(before + 1);
  assert.equal((await fetchFileAs(hamlet, drafted))[0], 404);
  assert.deepEqual(await fetchFileAs(hamlet, scheduled), [200, "scheduled"]);
  const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
  await hamlet.callOrThrow("DELETE", `/attachments/${attachment?.id ?? 0}`);
  await untilStored(before);
});

test("files that were stored but not confirmed because the server was killed are deleted when they are old enough", async () => {
  const { hamlet } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, "told");
  const files = await openFileStore({ uploadsFolder });
  const left = url.split("/").slice(2, 5).join("/").replace(/..$/, "zz");
  await files.put(
    `attachments/${left}`,
    (async function* () {
      yield Buffer.from("left");
    })(),
  );
  const purge = deleteOrphanedAttachments(files);
  const at = (ms: number) => ({
    ...context(),
    clock: { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + ms) },
  });
  await purge.run(at(days(1)), {});
  assert.equal(await stored(), 2);
  await purge.run(at(days(3)), {});
  assert.equal(await stored(), 1);
  assert.deepEqual(await fetchFileAs(hamlet, url), [200, "told"]);
});
