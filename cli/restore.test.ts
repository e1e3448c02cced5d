// Slow: starts and stops servers, and makes backups.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { identicon } from "@parlance/server/modules/users/avatars/resources.ts";
import { isCommandAvailable } from "@parlance/embedded-postgres/fixtures/server-processes.ts";
import {
  backUp,
  demoUser,
  restoreBackup,
  startServerOn,
  createTemporaryFolder,
  createStoppedDataDirectory,
} from "./fixtures/backups.ts";
import { runParlance } from "./fixtures/command-line.ts";

const server = await ServerProcess.start();
test.after(() => server[Symbol.asyncDispose]());

test("a restore into the data directory of a running server is rejected, and the server's data is unchanged", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  await backUp(server.dataDir, file);
  const member = await demoUser(server, "member");
  const id = await member.sendToChannel("general", { content: "after the backup" });
  const refused = await runParlance(["restore", file, "--json", "--data-dir", server.dataDir]);
  assert.equal(refused.code, 1);
  assert.match(JSON.parse(refused.err).error, /in use by another server, process \d+\. Stop that server first/);
  const { message } = (await member.callOrThrow("GET", `/messages/${id}`)) as { message?: { content: string } };
  assert.match(message?.content ?? "", /after the backup/);
});

test("the former content of a data directory is moved next to it, and a server can be started with that content", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  await mkdir(join(server.dataDir, "mail"));
  await writeFile(join(server.dataDir, "mail", "20260101T000000.000Z-0000000001.eml"), "Subject: Come\r\n\r\n…");
  const upload = { file: new File(["To be"], "play.txt") };
  const { url } = (await (await demoUser(server, "member")).call("POST", "/user_uploads", upload)).body;
  const picture = await identicon("picture", 100);
  const { avatar_url } = await (await demoUser(server, "member")).upload("/users/me/avatar", [picture]);
  await backUp(server.dataDir, file);
  const late = await (await demoUser(server, "member")).sendToChannel("general", { content: "after the backup" });
  await server.stop();

  const { kept_as: formerFolder } = await restoreBackup(file, server.dataDir);
  assert.equal(dirname(formerFolder), dirname(server.dataDir));
  assert.match(basename(formerFolder), new RegExp(`^${basename(server.dataDir)}\\.before-restore-\\d{8}T\\d{6}Z$`));
  assert.deepEqual((await readdir(server.dataDir)).sort(), [
    "demo-credentials.json",
    "mail",
    "postgres",
    "secret.key",
    "uploads",
  ]);
  assert.equal((await readdir(join(server.dataDir, "mail"))).length, 1);
  assert.equal((await stat(join(server.dataDir, "secret.key"))).mode & 0o777, 0o600);

  const restored = await startServerOn(t, server.dataDir);
  assert.equal((await (await demoUser(restored, "member")).fetch(String(url))).bytes.toString(), "To be");
  assert.equal((await (await demoUser(restored, "member")).fetch(avatar_url)).status, 200);
  assert.notEqual((await (await demoUser(restored, "member")).get(`/messages/${late}`)).result, "success");
  await restored.stop();
  const former = await startServerOn(t, formerFolder);
  assert.equal((await (await demoUser(former, "member")).get(`/messages/${late}`)).result, "success");
});

test("only backups of this program can be restored, and a failed backup or restore leaves no files", async (t) => {
  const folder = await createTemporaryFolder(t);
  const missing = await runParlance([
    "backup",
    join(folder, "b.tar.gz"),
    "--json",
    "--data-dir",
    join(folder, "nothing"),
  ]);
  assert.equal(missing.code, 1);
  assert.match(JSON.parse(missing.err).error, /no installation found: there is no database in/);
  assert.deepEqual(await readdir(folder), []);
  await writeFile(join(folder, "letter.txt"), "Dear Yuki");
  const other = await runParlance(["restore", join(folder, "letter.txt"), "--json", "--data-dir", join(folder, "new")]);
  assert.equal(other.code, 1);
  assert.match(JSON.parse(other.err).error, /damaged or incomplete/);
  assert.deepEqual(await readdir(folder), ["letter.txt"]);
});

test("a backup never replaces a file, can be read only by its owner, and reports whether it contains the secret", async (t) => {
  const folder = await createTemporaryFolder(t);
  const dataDir = await createStoppedDataDirectory(t);
  const file = join(folder, "backup.tar.gz");
  const output = await backUp(dataDir, file);
  assert.equal(output.holds_secret, true);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const again = await runParlance(["backup", file, "--json", "--data-dir", dataDir]);
  assert.equal(again.code, 1);
  assert.match(JSON.parse(again.err).error, /already exists/);

  const PARLANCE_SECRET = (await readFile(join(dataDir, "secret.key"), "utf8")).trim();
  const args = ["--data-dir", dataDir];
  const backup = await runParlance(["backup", join(folder, "without.tar.gz"), ...args], { env: { PARLANCE_SECRET } });
  assert.equal(backup.code, 0, backup.err);
  assert.match(backup.out, /does not contain the server's secret/);
  const to = ["restore", join(folder, "without.tar.gz"), "--json", "--data-dir", join(folder, "restored")];
  const wrong = await runParlance(to, { env: { PARLANCE_SECRET: "another secret, which is long enough" } });
  assert.match(JSON.parse(wrong.err).error, /PARLANCE_SECRET does not match the secret/);
  assert.ok(!existsSync(join(folder, "restored")));
  const { json } = await runParlance(to);
  assert.equal(json.needs_secret, true);
  assert.ok(!existsSync(join(folder, "restored", "secret.key")));
});

test("if the disk is full, a backup leaves no file and a restore leaves the former state", async (t) => {
  const folder = await createTemporaryFolder(t);
  const disk = join(folder, "disk");
  await mkdir(disk);
  if (!isCommandAvailable("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", disk)) return t.skip("cannot mount");
  await using _mounted = { [Symbol.asyncDispose]: async () => void isCommandAvailable("umount", disk) };
  const dataDir = await createStoppedDataDirectory(t);
  const full = await runParlance(["backup", join(disk, "b.tar.gz"), "--json", "--data-dir", dataDir]);
  assert.equal(full.code, 1);
  assert.match(JSON.parse(full.err).error, /the disk of .* is full/);
  assert.deepEqual(await readdir(disk), []);

  const file = join(folder, "b.tar.gz");
  await backUp(dataDir, file);
  isCommandAvailable("mount", "-o", "remount,size=30m", disk);
  await copyFile(file, join(disk, "b.tar.gz"));
  const failed = await runParlance(["restore", file, "--json", "--data-dir", join(disk, "data")]);
  assert.equal(failed.code, 1);
  assert.match(JSON.parse(failed.err).error, /disk is full/i);
  assert.deepEqual(await readdir(join(disk, "data")), []);
});
