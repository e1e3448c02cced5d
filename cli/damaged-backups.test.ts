import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createBackup } from "@parlance/kernel/backup/create-backup.ts";
import { readBackup } from "@parlance/kernel/backup/read-backup.ts";
import { restorePendingJobs } from "@parlance/kernel/backup/pending-jobs.ts";
import { createTestDatabase } from "@parlance/testkit";
import { readBackupEntries, packBackup } from "./fixtures/backups.ts";
import { runParlance, runParlanceProcess } from "./fixtures/command-line.ts";

const { db, connection } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "parlance-backup-"));
after(() => rm(folder, { recursive: true }));
const FILE = join(folder, "whole.tar.gz");
const rows = Array.from({ length: 500 }, (_, number) => ({ key: `fact ${number}`, value: `${number}`.repeat(20) }));
await db.write((tx) => tx.insertInto("server_fact").values(rows).execute());
await createBackup(FILE, {
  connection,
  about: { program: "test", site: "http://localhost", secretFingerprint: null, holdsSecret: false },
  excludedTables: ["event_queue"],
  files: async () => [],
  report: () => undefined,
  signal: new AbortController().signal,
});
const bytes = readFileSync(FILE);
const entries = await readBackupEntries(FILE);
const FACTS_FILE = "tables/server_fact/000001.copy";

const withChangedEntry = (name: string, change: (text: string) => string) =>
  packBackup(
    entries.map((entry) => {
      if (entry.header.name !== name) return entry;
      const data = new TextEncoder().encode(change(new TextDecoder().decode(entry.data)));
      return { header: { ...entry.header, size: data.length }, data };
    }),
  );

const withoutEntry = (name: string) => packBackup(entries.filter(({ header }) => header.name !== name));

const withDuplicateEntry = (name: string) =>
  packBackup(entries.flatMap((entry) => (entry.header.name === name ? [entry, entry] : [entry])));

/** Restores a backup with these bytes, which must fail, and returns the error. Asserts that nothing was changed. */
async function restoreError(backup: Uint8Array): Promise<string> {
  const own = await mkdtemp(join(folder, "own-"));
  await writeFile(join(own, "backup.tar.gz"), backup);
  const { code, err } = await runParlance([
    "restore",
    join(own, "backup.tar.gz"),
    "--json",
    "--data-dir",
    join(own, "data"),
  ]);
  assert.equal(code, 1);
  assert.deepEqual(await readdir(own), ["backup.tar.gz"]);
  return JSON.parse(err).error as string;
}

test("the check of a complete backup succeeds", async () => {
  const { code, json, err } = await runParlanceProcess(["restore", FILE, "--check", "--json"]);
  assert.equal(code, 0, err);
  assert.equal(json.ok, true);
  assert.ok(json.rows >= rows.length);
});

test("a backup that is truncated at any point is rejected", async () => {
  for (const part of [0, 0.3, 0.9]) {
    const cut = bytes.subarray(0, Math.floor(bytes.length * part));
    assert.match(await restoreError(cut), /damaged|not a complete backup/, `${part}`);
  }
  assert.match(await restoreError(bytes.subarray(0, -1)), /damaged/);
});

test("a backup in which a byte was changed is rejected, even if the backup was compressed again", async () => {
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 1;
  assert.match(await restoreError(flipped), /damaged/);
  const altered = await withChangedEntry(FACTS_FILE, (text) => text.replace("fact 7", "fact 8"));
  assert.match(await restoreError(altered), /the checksum of the table server_fact does not match/);
  assert.match(
    await restoreError(await withChangedEntry("manifest.json", (text) => text.replace("localhost", "elsewhere"))),
    /manifest/,
  );
});

test("a backup with a missing, duplicate or changed entry is rejected", async () => {
  assert.match(await restoreError(await withoutEntry(FACTS_FILE)), /server_fact does not match/);
  assert.match(
    await restoreError(await withoutEntry("contents.json")),
    /contents\.json is missing or in the wrong place/,
  );
  assert.match(
    await restoreError(await withoutEntry("manifest.json")),
    /manifest\.json is missing or in the wrong place/,
  );
  assert.match(await restoreError(await withDuplicateEntry(FACTS_FILE)), /wrong place/);
  const data = new TextEncoder().encode("secret");
  const strange = { header: { name: "files/../../.ssh/authorized_keys", size: data.length }, data };
  assert.match(
    await restoreError(await packBackup([...entries.slice(0, 1), strange, ...entries.slice(1)])),
    /does not belong/,
  );
});

/** Returns the backup with an additional entry after its first one. */
const withEntry = (name: string, content: string, more: object = {}) => {
  const data = new TextEncoder().encode(content);
  return packBackup([
    ...entries.slice(0, 1),
    { header: { name, size: data.length, ...more }, data },
    ...entries.slice(1),
  ]);
};

test("a backup with a link instead of a file is rejected", async () => {
  const links = [
    { type: "symlink", linkname: "/etc/passwd" },
    { type: "link", linkname: "manifest.json" },
  ];
  for (const link of links) {
    assert.match(
      await restoreError(await withEntry("files/uploads/a", "", link)),
      /files\/uploads\/a is not a file/,
      link.type,
    );
  }
});

test("a backup with paths outside its folder is rejected", async () => {
  for (const name of ["files//etc/passwd", "files/a/../../b", "/etc/passwd", "files/a\\..\\b", "../manifest.json"]) {
    assert.match(await restoreError(await withEntry(name, "x")), /does not belong/, name);
  }
});

test("a backup with deeply nested or endless documents is rejected before they are parsed", async () => {
  const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  assert.match(await restoreError(await withChangedEntry("manifest.json", () => nested)), /manifest.json is not JSON/);
  assert.match(await restoreError(await withChangedEntry("contents.json", () => nested)), /contents.json is not JSON/);
  const long = await withChangedEntry("manifest.json", (text) => `${text}${" ".repeat(2 ** 20)}`);
  assert.match(await restoreError(long), /manifest.json is too long/);
});

test("a backup with a secret that is too long is rejected", async () => {
  assert.match(
    await restoreError(await withEntry("files/secret.key", "x".repeat(1_000_000))),
    /secret.key is too long/,
  );
});

test("a backup with too many files is rejected before their names fill the memory", async () => {
  const files = Array.from({ length: 1000 }, (_, nth) => ({ header: { name: `files/uploads/${nth}`, size: 0 } }));
  const path = join(folder, "many.tar.gz");
  await writeFile(path, await packBackup([...entries.slice(0, 1), ...files]));
  await assert.rejects(readBackup(path, { maxContentsBytes: 50_000 }), {
    message: "the backup contains too many files",
  });
});

test("a backup with a job that is too large is rejected", async () => {
  async function* lines() {
    for (let mebibyte = 0; mebibyte < 20; mebibyte += 1) yield Buffer.alloc(2 ** 20, "x");
  }
  await assert.rejects(restorePendingJobs(connection, lines()), { message: /a job in it is too long/ });
});

test("a backup of a newer release is rejected with a clear message", async () => {
  const format = await withChangedEntry("manifest.json", (text) => text.replace('"format": 1', '"format": 2'));
  assert.match(await restoreError(format), /requires a newer release/);
  const migrated = (await migratedFurther()) as Uint8Array;
  assert.match(await restoreError(migrated), /9999_later\.sql, which this release does not know/);
});

/** Creates a backup as a newer release would, with an additional migration. */
async function migratedFurther(): Promise<Buffer> {
  await db.pool.query("insert into migration (name) values ('9999_later.sql')");
  const file = join(folder, "newer.tar.gz");
  const about = { program: "test", site: "http://localhost", secretFingerprint: null, holdsSecret: false };
  const options = { connection, about, excludedTables: [], files: async () => [], report: () => undefined };
  await createBackup(file, { ...options, signal: new AbortController().signal });
  await db.pool.query("delete from migration where name = '9999_later.sql'");
  return readFileSync(file);
}
