import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { clock, startServer, until } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { createEmailRealm } from "../fixtures/email-fixture.ts";
import { deliverEmails, pruneMail } from "../jobs.ts";
import { FileTransport } from "./file-transport.ts";

const parent = await mkdtemp(join(tmpdir(), "parlance-letters-"));
const folder = join(parent, "mail");
const server = await startServer({ mailFolder: folder }, { withJobs: true });
const castle = await createEmailRealm(server);
test.after(() => rm(parent, { recursive: true }));

test("without a mail server, emails are saved as complete files that only the server's operating system user can read", async () => {
  await castle.writesTo("ada@example.com", "Ada");
  await castle.when("ada@example.com", ({ state }) => state === "sent");
  await castle.writesTo("kofi@example.com");
  await castle.when("kofi@example.com", ({ state }) => state === "sent");

  const names = await readdir(folder);
  assert.equal(names.length, 2);
  const emails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), "utf8")));
  // The names of the files sort in chronological order.
  assert.deepEqual(
    emails.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim()),
    ["Ada <ada@example.com>", "kofi@example.com"],
  );
  assert.match(emails[0] ?? "", /^Message-ID: <.*>\r$/m);
  assert.match(emails[0] ?? "", /The players have arrived/);
  assert.doesNotMatch(emails[0] ?? "", /(?<!\r)\n/);
  for (const name of names) {
    assert.match(name, /^\d{8}T\d{6}\.\d{3}Z-\d{10}\.eml$/);
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  }
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test("if no file can be written, emails wait until writing is possible", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "in the way");
  await castle.writesTo("ines@example.com");
  const waiting = await castle.when("ines@example.com", ({ last_error }) => last_error !== null);
  assert.equal(waiting.state, "waiting");
  await rm(folder);
  await castle.when("ines@example.com", ({ state }) => state === "sent");
  assert.equal((await readdir(folder)).length, 1);
});

test("files are deleted after a month, and files that the server did not write remain", async () => {
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

/** Runs a cleanup. Returns the lines that it logged. */
async function cleanUp(): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogger({ level: "info", readable: false, destination: { write: (line) => lines.push(line) } });
  await new FileTransport(folder).cleanUp(log);
  return lines;
}

/** Writes old emails of the given size to the folder, and returns their names in chronological order. */
async function store(count: number, bytes: number): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = Array.from({ length: count }, (_, n) => `20000101T000000.000Z-${String(n).padStart(10, "0")}.eml`);
  for (const name of names) {
    await writeFile(join(folder, name), "");
    if (bytes > 0) await truncate(join(folder, name), bytes);
  }
  return names;
}

const emails = async () => (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();

test("beyond 1,000 files, the oldest are deleted together, and this is logged once", async () => {
  const names = await store(1000, 0);
  await writeFile(join(folder, "0.txt"), "");
  assert.deepEqual(await cleanUp(), []);
  assert.equal((await emails()).length, 1000);

  await castle.writesTo("wole@example.com");
  await castle.when("wole@example.com", ({ state }) => state === "sent");
  // 900 files are left, including the one that was just written.
  await until(async () => (await emails()).length === 900);
  assert.deepEqual((await emails()).slice(0, -1), names.slice(101));
  assert.ok((await readdir(folder)).includes("0.txt"));
  assert.deepEqual(await cleanUp(), []);
});

test("beyond 50 MB the oldest files are deleted, but never the newest, however large it is", async () => {
  const names = await store(6, 9_000_000);
  const [line = "", ...more] = await cleanUp();
  assert.match(line, /"deleted":1,.*at most 1000 files and 50 MB are kept/);
  assert.deepEqual(more, []);
  assert.deepEqual(await emails(), names.slice(1));
  const [large = ""] = (await store(2, 60_000_000)).slice(-1);
  assert.equal((await cleanUp()).length, 1);
  assert.deepEqual(await emails(), [large]);
});

test("an email is sent only by its latest job", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "in the way");
  await castle.writesTo("amara@example.com");
  const { id, ticket } = await castle.when("amara@example.com", ({ last_error }) => last_error !== null);
  await rm(folder);
  const transport = new FileTransport(join(parent, "elsewhere"));
  const settings = { mailFolder: folder, url: "http://x", mailRetrySeconds: 1 };
  const late = deliverEmails({ transport, settings, metrics: { countAttempt: () => undefined } });
  const log = createLogger({ level: "silent" });
  await late.run(
    { db: server.db, clock, log, signal: new AbortController().signal },
    { mail_id: id, ticket: ticket - 1 },
  );
  await assert.rejects(readdir(join(parent, "elsewhere")));
  await castle.when("amara@example.com", ({ state }) => state === "sent");
  assert.equal((await readdir(folder)).length, 1);
});
