import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { clock, days, createTestOrganization, startServer } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { storeEmojiImages } from "./emoji-files.ts";
import { deleteOrphanedEmojiImages } from "./jobs.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-emoji-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder });

const stored = async (): Promise<number> =>
  (await readdir(uploadsFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

const picture = (background: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

test("only old images whose emoji was never added are deleted", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  const frames = [await picture("red"), await picture("blue")];
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  await hamlet.upload("/realm/emoji/dance", [moving]);
  await hamlet.callOrThrow("DELETE", "/realm/emoji/dance");
  const files = await openFileStore({ uploadsFolder });
  const [shown = moving, still = moving] = frames;
  await storeEmojiImages(files, realmId, { shown, still });
  assert.equal(await stored(), 4);

  const context = (ms: number) => ({
    db: server.db,
    clock: { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + ms) },
    log: createLogger({ level: "silent" }),
    signal: new AbortController().signal,
  });
  const purge = deleteOrphanedEmojiImages(files);
  await purge.run(context(days(1)), {});
  assert.equal(await stored(), 4);
  await purge.run(context(days(3)), {});
  assert.equal(await stored(), 2);
  const { emoji } = await hamlet.callOrThrow("GET", "/realm/emoji");
  for (const { source_url, still_url } of Object.values(emoji)) {
    assert.equal((await hamlet.fetch(source_url)).status, 200);
    assert.equal((await hamlet.fetch(String(still_url))).status, 200);
  }
});
