// Slow: starts, kills and restarts servers with much data.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import {
  backUp,
  killWhen,
  demoUser,
  restoreBackup,
  loadServerRows,
  createTemporaryFolder,
} from "./fixtures/backups.ts";

/** Inserts so much data that a backup takes some time. */
const RANDOM = `insert into server_fact (key, value)
  select 'fact ' || n, repeat(md5(random()::text), 3) || md5(n::text) from generate_series(1, 60000) n`;

const server = await ServerProcess.start();
test.after(() => server[Symbol.asyncDispose]());
await loadServerRows(server.dataDir, RANDOM);

test("a killed backup leaves no file under its final name, and the next backup succeeds", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  const args = ["backup", file, "--data-dir", server.dataDir];
  // On a busy machine, the backup may be complete before the condition is checked. Then another one is started.
  let wasKilled = false;
  for (let attempt = 0; attempt < 10 && !wasKilled; attempt += 1) {
    await rm(file, { force: true });
    wasKilled = await killWhen(args, () => existsSync(`${file}.partial`));
  }
  assert.ok(wasKilled);
  assert.deepEqual(await readdir(folder), ["backup.tar.gz.partial"]);
  await backUp(server.dataDir, file);
  assert.deepEqual(await readdir(folder), ["backup.tar.gz"]);
});

test("after a restore is killed, the data directory has its old content, and the next start removes the leftover files", async (t) => {
  const folder = await createTemporaryFolder(t);
  const member = await demoUser(server, "member");
  const file = join(folder, "backup.tar.gz");
  await backUp(server.dataDir, file);
  const id = await member.sendToChannel("general", { content: "after the backup" });
  await server.stop();

  const names = () => readdirSync(server.dataDir);
  const conditions = [
    () => names().some((name) => name.startsWith("restoring-")),
    () => names().some((name) => name.startsWith("postgres.new-")),
    () => existsSync(join(server.dataDir, "postgres.new-restored", "postmaster.pid")),
  ];
  for (const moment of conditions.slice(-randomRun({ rounds: 1, exploreRounds: conditions.length }).rounds))
    assert.ok(await killWhen(["restore", file, "--data-dir", server.dataDir], moment));
  await server.restart();
  assert.equal((await member.get(`/messages/${id}`)).result, "success");
  assert.deepEqual(
    names().filter((name) => /restor|\.new-/.test(name)),
    [],
  );
  await server.stop();
  const { kept_as: formerFolder } = await restoreBackup(file, server.dataDir);
  assert.equal(existsSync(formerFolder), true);
  await rm(formerFolder, { recursive: true });
});
