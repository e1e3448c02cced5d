// Slow: starts and kills a process several times.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openFileStore } from "@parlance/server/kernel/files/open-file-store.ts";
import type { JobDeclaration } from "@parlance/server/kernel/jobs/job.ts";
import { createLogger } from "@parlance/server/kernel/log.ts";
import { sweepFiles } from "@parlance/server/modules/messages/attachments/jobs.ts";
import { sweepImages } from "@parlance/server/modules/organizations/custom-emoji/jobs.ts";
import { sweepPictures as sweepRealmPictures } from "@parlance/server/modules/organizations/pictures/jobs.ts";
import { sweepPictures as sweepAvatars } from "@parlance/server/modules/users/avatars/jobs.ts";
import { picture } from "@parlance/server/modules/messages/uploads/fixtures/pictures.ts";
import { uploads } from "@parlance/server/modules/messages/uploads/fixtures/upload-files.ts";
import { clock, databaseOf, days, ServerProcess } from "@parlance/testkit";
import { killedWhen, personOf, temporaryFolder } from "./fixtures/backups.ts";
import { parlance } from "./fixtures/command-line.ts";

const server = await ServerProcess.start();
const db = await databaseOf(server);
test.after(async () => {
  await db.close();
  await server[Symbol.asyncDispose]();
});
const uploadsFolder = join(server.dataDir, "uploads");
const files = await openFileStore({ uploadsFolder }, { shared: true });

const owner = await personOf(server, "owner");
const image = await picture(20, 20);
await owner.writes("general", { content: `Read [this](${await uploads(owner)})` });
await owner.uploads("/users/me/avatar", [image]);
await owner.uploads("/realm/icon", [image]);
await owner.uploads("/realm/emoji/skull", [image]);

const here = ["--data-dir", server.dataDir];
/** The server's own host is a number, below which there are no organizations. */
const env = { PARLANCE_EXTERNAL_URL: "http://chat.example.com" };

async function does(args: readonly string[]) {
  const { code, err, json } = await parlance([...args, ...here, "--json"], { env });
  assert.equal(code, 0, err);
  return json;
}

/** Without thumbnails, which a server makes of what is there. */
async function storedNames(): Promise<string[]> {
  const names = [];
  for await (const { name } of files.list("")) names.push(name);
  return names.filter((name) => !name.startsWith("thumbnails/")).toSorted();
}

/** Does what is done each week, three days later. */
async function sweepsUp(): Promise<void> {
  const later = { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + days(3)) };
  const context = { db, clock: later, log: createLogger({ level: "silent" }), signal: new AbortController().signal };
  const sweeps: readonly ((store: typeof files) => JobDeclaration)[] = [
    sweepFiles,
    sweepImages,

    sweepRealmPictures,
    sweepAvatars,
  ];
  for (const job of sweeps) await job(files).run(context, {});
}

const isThere = async (subdomain: string): Promise<boolean> =>
  (await db.reader.selectFrom("realm").select("id").where("subdomain", "=", subdomain).executeTakeFirst()) !==
  undefined;

async function isWaiting(): Promise<boolean> {
  const { rows } = await db.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

/** Kills a command as soon as it waits for a table that is held. */
async function killedAt(table: string, args: readonly string[]): Promise<void> {
  const holder = await db.pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    assert.ok(await killedWhen([...args, ...here], isWaiting, env), "it ended before it waited");
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}

test("an export that is killed leaves no file under its name, and the next one is none the worse", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "acme.tar.gz");
  await killedAt("draft", ["export", file, "--everything", "--organization", ""]);
  assert.deepEqual(await readdir(folder), ["acme.tar.gz.partial"]);
  assert.ok(!existsSync(file));
  await does(["export", file, "--everything", "--organization", ""]);
  assert.deepEqual(await readdir(folder), ["acme.tar.gz"]);
  await does(["import", file, "--check"]);
});

test("an import that is killed has made nothing, what it stored is swept up, and the next one makes all", async (t) => {
  const file = join(await temporaryFolder(t), "acme.tar.gz");
  const { rows } = await does(["export", file, "--everything", "--organization", ""]);
  const before = await storedNames();
  const importing = ["import", file, "--subdomain", "rehearsal"];
  // In the middle of the rows; and when all rows and files are there, but for what is made of them.
  await killedAt("message", importing);
  assert.deepEqual(await storedNames(), before);
  await killedAt("upload_space", importing);
  const left = await storedNames();
  assert.ok(left.length > before.length);
  assert.equal(await isThere("rehearsal"), false);

  const made = await does(importing);
  assert.equal(made.rows, rows);
  await sweepsUp();
  const after = await storedNames();
  assert.equal(after.length, 2 * before.length);
  assert.deepEqual(
    left.filter((name) => after.includes(name)),
    before,
  );
  const again = join(await temporaryFolder(t), "rehearsal.tar.gz");
  const second = await does(["export", again, "--everything", "--organization", "rehearsal"]);
  assert.deepEqual([second.rows, second["missing_files"]], [rows, 0]);
});

test("an import that is killed as soon as there is an organization has made all of it", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "acme.tar.gz");
  const { rows, files: count } = await does(["export", file, "--everything", "--organization", ""]);
  await killedWhen(["import", file, "--subdomain", "stage", ...here], () => isThere("stage"), env);
  await sweepsUp();
  const second = await does(["export", join(folder, "stage.tar.gz"), "--everything", "--organization", "stage"]);
  assert.deepEqual([second.rows, second["files"], second["missing_files"]], [rows, count, 0]);
});
