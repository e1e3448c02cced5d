import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { clock, days, createTestOrganization, type TestUser, startServer, watchEvents, until } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { storeAvatar } from "#modules/users/core/actions/store-avatar.ts";
import { storeNewAvatarFiles } from "./store-avatar-files.ts";
import { moveAvatarsToFileStore, deleteOrphanedAvatars } from "./jobs.ts";
import { resizeAvatar } from "./resize-avatar.ts";

const PATH = "/users/me/avatar";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-avatars-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder }, { withJobs: true });
const files = await openFileStore({ uploadsFolder });

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
  .png()
  .toBuffer();

const context = (ms = 0) => ({
  db: server.db,
  clock: { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + ms) },
  log: createLogger({ level: "silent" }),
  signal: new AbortController().signal,
});

const sorted = (names: readonly string[]): string[] => names.toSorted((a, b) => (a < b ? -1 : 1));

/** Lists an organization's avatar files in the store. */
const stored = async (realmId: number): Promise<string[]> =>
  sorted(await readdir(join(uploadsFolder, "avatars", String(realmId))).catch(() => []));

async function untilStored(realmId: number, expected: readonly string[]): Promise<void> {
  await until(async () => (await stored(realmId)).join() === sorted(expected).join());
}

const namesOf = (url: string): string[] => {
  const name = url.split("/").at(-1) ?? "";
  return [name, name.replace(".png", "-medium.png")];
};

async function bothSizes(reader: TestUser, url: string): Promise<number[]> {
  const addresses = [url, url.replace(".png", "-medium.png")];
  return Promise.all(addresses.map(async (address) => (await reader.fetch(address)).status));
}

/** Stores a user's avatar in the database, as older servers did. Returns its name. */
async function hasPictureInDatabase({ id }: TestUser, digit: string): Promise<string> {
  const name = digit.repeat(40);
  const { small, medium } = await resizeAvatar(id, picture);
  await server.db.write(async (tx) => {
    await tx.insertInto("avatar_image").values({ name, user_id: id, small, medium }).execute();
    await storeAvatar(tx, id, name);
  });
  return name;
}

test("an avatar is stored in the file store, and deleted from it when it is replaced or removed", async () => {
  const { hamlet, bot, realmId } = await createTestOrganization(server);
  const { avatar_url: first } = await hamlet.upload(PATH, [picture]);
  assert.deepEqual(await stored(realmId), sorted(namesOf(first)));
  const { avatar_url: second } = await hamlet.upload(PATH, [picture]);
  await untilStored(realmId, namesOf(second));
  const { avatar_url: ofBot } = await bot.upload(PATH, [picture]);
  await hamlet.callOrThrow("DELETE", PATH);
  await untilStored(realmId, namesOf(ofBot));
  assert.deepEqual(await bothSizes(hamlet, ofBot), [200, 200]);
});

test("avatars in the database are served, and moved to the file store without a visible change", async () => {
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const [ofHamlet, ofOthello] = [await hasPictureInDatabase(hamlet, "a"), await hasPictureInDatabase(othello, "b")];
  const urls = [ofHamlet, ofOthello].map((name) => `/user_avatars/${realmId}/${name}.png`);
  for (const url of urls) assert.deepEqual(await bothSizes(hamlet, url), [200, 200]);
  const before = (await hamlet.fetch(String(urls[0]))).bytes;

  const [events] = await watchEvents([hamlet], () => moveAvatarsToFileStore(files).run(context(), {}));
  assert.deepEqual(events, []);
  assert.deepEqual(await stored(realmId), sorted(urls.flatMap(namesOf)));
  const { rows } = await server.db.pool.query("select from avatar_image where name = any($1)", [[ofHamlet, ofOthello]]);
  assert.equal(rows.length, 0);
  for (const url of urls) assert.deepEqual(await bothSizes(hamlet, url), [200, 200]);
  assert.ok(before.equals((await hamlet.fetch(String(urls[0]))).bytes));
});

test("an avatar in the database that is replaced before it was moved is deleted", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  const old = await hasPictureInDatabase(hamlet, "c");
  const { avatar_url: url } = await hamlet.upload(PATH, [picture]);
  await moveAvatarsToFileStore(files).run(context(), {});
  assert.deepEqual(await bothSizes(hamlet, `/user_avatars/${realmId}/${old}.png`), [404, 404]);
  assert.deepEqual(await stored(realmId), sorted(namesOf(url)));
});

test("files of avatars that belong to no account are deleted from the file store once they are old enough", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  const { avatar_url: url } = await hamlet.upload(PATH, [picture]);
  await storeNewAvatarFiles(files, realmId, await resizeAvatar(1, picture));
  await deleteOrphanedAvatars(files).run(context(days(1)), {});
  assert.equal((await stored(realmId)).length, 4);
  await deleteOrphanedAvatars(files).run(context(days(3)), {});
  assert.deepEqual(await stored(realmId), sorted(namesOf(url)));
});
