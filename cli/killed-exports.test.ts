// Slow: starts and kills a process several times.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { deleteOrphanedAttachments } from "@parlance/server/modules/messages/attachments/jobs.ts";
import { deleteOrphanedEmojiImages } from "@parlance/server/modules/organizations/custom-emoji/jobs.ts";
import { deleteOrphanedPictures } from "@parlance/server/modules/organizations/pictures/jobs.ts";
import { deleteOrphanedAvatars } from "@parlance/server/modules/users/avatars/jobs.ts";
import { picture } from "@parlance/server/modules/messages/uploads/fixtures/pictures.ts";
import { uploadAs } from "@parlance/server/modules/messages/uploads/fixtures/upload-files.ts";
import { clock, openServerDatabase, days, ServerProcess } from "@parlance/testkit";
import { killWhen, demoUser, createTemporaryFolder } from "./fixtures/backups.ts";
import { runParlance } from "./fixtures/command-line.ts";

const server = await ServerProcess.start();
const db = await openServerDatabase(server);
test.after(async () => {
  await db.close();
  await server[Symbol.asyncDispose]();
});
const uploadsFolder = join(server.dataDir, "uploads");
const files = await openFileStore({ uploadsFolder });

const owner = await demoUser(server, "owner");
const image = await picture(20, 20);
await owner.sendToChannel("general", { content: `Read [this](${await uploadAs(owner)})` });
await owner.upload("/users/me/avatar", [image]);
await owner.upload("/realm/icon", [image]);
await owner.upload("/realm/emoji/skull", [image]);

const here = ["--data-dir", server.dataDir];
/** Sets a host name. The default host is an IP address, which cannot have subdomains for organizations. */
const env = { PARLANCE_EXTERNAL_URL: "http://chat.example.com" };

async function runCommand(args: readonly string[]) {
  const { code, err, json } = await runParlance([...args, ...here, "--json"], { env });
  assert.equal(code, 0, err);
  return json;
}

/** Lists the stored files, except thumbnails, which a server can generate again. */
async function storedNames(): Promise<string[]> {
  const names = [];
  for await (const { name } of files.list("")) names.push(name);
  return names.filter((name) => !name.startsWith("thumbnails/")).toSorted();
}

/** Runs the weekly jobs that delete orphaned files, with a clock that is three days ahead. */
async function deleteOrphanedFiles(): Promise<void> {
  const later = { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + days(3)) };
  const context = { db, clock: later, log: createLogger({ level: "silent" }), signal: new AbortController().signal };
  const sweeps: readonly ((store: typeof files) => JobDeclaration)[] = [
    deleteOrphanedAttachments,
    deleteOrphanedEmojiImages,

    deleteOrphanedPictures,
    deleteOrphanedAvatars,
  ];
  for (const job of sweeps) await job(files).run(context, {});
}

const exists = async (subdomain: string): Promise<boolean> =>
  (await db.reader.selectFrom("realm").select("id").where("subdomain", "=", subdomain).executeTakeFirst()) !==
  undefined;

/**
 * Returns whether a session waits for a lock on the table. Sessions that wait for something else do not count: the
 * session of a command that was killed before may still hold locks for a moment.
 */
async function isWaitingFor(table: string): Promise<boolean> {
  const { rows } = await db.pool.query(
    `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and relation = $1::regclass and not granted`,
    [table],
  );
  return rows.length > 0;
}

/** Locks a table, and kills a command as soon as it waits for that lock. */
async function killAtTable(table: string, args: readonly string[]): Promise<void> {
  const lockClient = await db.pool.connect();
  await lockClient.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    assert.ok(await killWhen([...args, ...here], () => isWaitingFor(table), env), "it ended before it waited");
  } finally {
    await lockClient.query("rollback");
    lockClient.release();
  }
}

test("a killed export leaves no file under its final name, and the next export succeeds", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "acme.tar.gz");
  await killAtTable("draft", ["export", file, "--everything", "--organization", ""]);
  assert.deepEqual(await readdir(folder), ["acme.tar.gz.partial"]);
  assert.ok(!existsSync(file));
  await runCommand(["export", file, "--everything", "--organization", ""]);
  assert.deepEqual(await readdir(folder), ["acme.tar.gz"]);
  await runCommand(["import", file, "--check"]);
});

test("a killed import creates no organization, its stored files are deleted as orphaned, and the next import succeeds", async (t) => {
  const file = join(await createTemporaryFolder(t), "acme.tar.gz");
  const { rows } = await runCommand(["export", file, "--everything", "--organization", ""]);
  const before = await storedNames();
  const importing = ["import", file, "--subdomain", "rehearsal"];
  // First killed in the middle of the rows; then killed when all rows and files exist, except rows that are derived
  // from others.
  await killAtTable("message", importing);
  assert.deepEqual(await storedNames(), before);
  await killAtTable("upload_space", importing);
  const left = await storedNames();
  assert.ok(left.length > before.length);
  assert.equal(await exists("rehearsal"), false);

  const made = await runCommand(importing);
  assert.equal(made.rows, rows);
  await deleteOrphanedFiles();
  const after = await storedNames();
  assert.equal(after.length, 2 * before.length);
  assert.deepEqual(
    left.filter((name) => after.includes(name)),
    before,
  );
  const again = join(await createTemporaryFolder(t), "rehearsal.tar.gz");
  const second = await runCommand(["export", again, "--everything", "--organization", "rehearsal"]);
  assert.deepEqual([second.rows, second["missing_files"]], [rows, 0]);
});

test("if an import is killed as soon as the organization exists, everything has been imported", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "acme.tar.gz");
  const { rows, files: count } = await runCommand(["export", file, "--everything", "--organization", ""]);
  await killWhen(["import", file, "--subdomain", "stage", ...here], () => exists("stage"), env);
  await deleteOrphanedFiles();
  const second = await runCommand(["export", join(folder, "stage.tar.gz"), "--everything", "--organization", "stage"]);
  assert.deepEqual([second.rows, second["files"], second["missing_files"]], [rows, count, 0]);
});
