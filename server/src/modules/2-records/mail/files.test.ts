import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { clock, startServer } from "@parlance/testkit";
import { createLogger } from "#kernel/log.ts";
import { newCastle } from "./fixtures/castle.ts";
import { deliverLetters, pruneMail } from "./jobs.ts";
import { FilePost } from "./post/files.ts";

const parent = await mkdtemp(join(tmpdir(), "parlance-letters-"));
const folder = join(parent, "mail");
const server = await startServer({ mailFolder: folder }, { withJobs: true });
const castle = await newCastle(server);
test.after(() => rm(parent, { recursive: true }));

test("without a mail server letters become whole files that only the server's user may read", async () => {
  await castle.writesTo("ada@example.com", "Ada");
  await castle.when("ada@example.com", ({ state }) => state === "sent");
  await castle.writesTo("kofi@example.com");
  await castle.when("kofi@example.com", ({ state }) => state === "sent");

  const names = await readdir(folder);
  assert.equal(names.length, 2);
  const letters = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), "utf8")));
  // In the order of time.
  assert.deepEqual(
    letters.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim()),
    ["Ada <ada@example.com>", "kofi@example.com"],
  );
  assert.match(letters[0] ?? "", /^Message-ID: <.*>\r$/m);
  assert.match(letters[0] ?? "", /The players have arrived/);
  assert.doesNotMatch(letters[0] ?? "", /(?<!\r)\n/);
  for (const name of names) {
    assert.match(name, /^\d{8}T\d{6}\.\d{3}Z-\d{10}\.eml$/);
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  }
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test("where no file can be written, letters wait until one can", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "in the way");
  await castle.writesTo("ines@example.com");
  const waiting = await castle.when("ines@example.com", ({ last_error }) => last_error !== null);
  assert.equal(waiting.state, "waiting");
  await rm(folder);
  await castle.when("ines@example.com", ({ state }) => state === "sent");
  assert.equal((await readdir(folder)).length, 1);
});

test("files are deleted after a month, and what the server did not put there stays", async () => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const old = new Date(clock.now().getTime() - 31 * 24 * 3600 * 1000);
  for (const name of ["old.eml", "old.txt", "new.eml"]) await writeFile(join(folder, name), "");
  for (const name of ["old.eml", "old.txt"]) await utimes(join(folder, name), old, old);
  const prune = pruneMail({ mailFolder: folder, url: "http://x", mailRetrySeconds: 1 });
  const log = createLogger({ level: "silent" });
  await prune.run({ db: server.db, clock, log, signal: new AbortController().signal }, {});
  const names = await readdir(folder);
  assert.deepEqual(
    ["old.eml", "old.txt", "new.eml"].map((name) => names.includes(name)),
    [false, true, true],
  );
});

test("a letter is sent by the latest job that was asked to, and by no other", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "in the way");
  await castle.writesTo("amara@example.com");
  const { id, ticket } = await castle.when("amara@example.com", ({ last_error }) => last_error !== null);
  await rm(folder);
  const post = new FilePost(join(parent, "elsewhere"));
  const settings = { mailFolder: folder, url: "http://x", mailRetrySeconds: 1 };
  const late = deliverLetters({ post, settings, metrics: { tried: () => undefined } });
  const log = createLogger({ level: "silent" });
  await late.run(
    { db: server.db, clock, log, signal: new AbortController().signal },
    { mail_id: id, ticket: ticket - 1 },
  );
  await assert.rejects(readdir(join(parent, "elsewhere")));
  await castle.when("amara@example.com", ({ state }) => state === "sent");
  assert.equal((await readdir(folder)).length, 1);
});
