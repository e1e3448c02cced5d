// Slow: starts and kills many processes that compete for a data directory.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs, { readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import { until } from "@parlance/testkit/until.ts";
import { acquireDataDirectoryLock } from "./data-directory-lock.ts";
import { DataDirectoryInUse } from "./errors.ts";
import { ownIdentity, findStartTime, findStartTimeFromPs } from "./process-identity.ts";
import {
  startEmbedded,
  isRoot,
  sharedDataDirectory,
  findPostgresProcesses,
  startReadyServerProcess,
  startServerProcess,
  temporaryFolder,
  isCommandAvailable,
} from "./fixtures/server-processes.ts";

const GONE = spawnSync("true").pid;

async function leaveLock(directory: string, change: Record<string, unknown> = {}, name = "server.lock"): Promise<void> {
  await writeFile(join(directory, name), JSON.stringify({ id: "old", ...(await ownIdentity()), pid: GONE, ...change }));
}

test("a directory has one owner at a time, and is available again after release", async (t) => {
  const directory = await temporaryFolder(t);
  const first = await acquireDataDirectoryLock(directory);
  await assert.rejects(acquireDataDirectoryLock(directory), DataDirectoryInUse);
  await first.release();
  const second = await acquireDataDirectoryLock(directory);
  await first.release();
  await assert.rejects(acquireDataDirectoryLock(directory), DataDirectoryInUse);
  await second.release();
  assert.deepEqual(await readdir(directory), []);
});

test("the lock of a process that has ended is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  const killed = await startReadyServerProcess(t, directory, { mode: "lock" });
  await killed.kill("SIGKILL");
  await (await acquireDataDirectoryLock(directory)).release();
});

test("a lock is taken over if its process id now belongs to another process", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory, { pid: process.pid, startedAt: "1" });
  await (await acquireDataDirectoryLock(directory)).release();
});

test("a lock from before the machine was restarted is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory, { pid: process.pid, boot: "another" });
  await (await acquireDataDirectoryLock(directory)).release();
});

test("a lock that was emptied by a power failure is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  await writeFile(join(directory, "server.lock"), "");
  await (await acquireDataDirectoryLock(directory)).release();
});

test("if many starters in one process compete for a dead server's directory, exactly one acquires the lock", async (t) => {
  const directory = await temporaryFolder(t);
  dawdle(t);
  for (let round = 0; round < 60; round++) {
    if (round % 4 !== 0) await leaveLock(directory, { id: `old-${round}` });
    if (round % 4 === 1) await leaveLock(directory, { id: "heir" }, `server.lock.old-${round}.successor`);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => acquireDataDirectoryLock(directory)));
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    assert.equal(won.length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected")
        assert.ok(outcome.reason instanceof DataDirectoryInUse, String(outcome.reason));
    }
    await won[0]?.release();
    assert.deepEqual(await readdir(directory), []);
  }
});

/** Delays each decisive step of the starters by a random number of turns, so that their steps interleave. */
function dawdle(t: TestContext): void {
  const { link, rename } = fs;
  const dice = new SeededRandom(1);
  const pause = async () => {
    for (let left = dice.integerBelow(12); left > 0; left -= 1) await turn();
  };
  t.mock.method(fs, "link", async (...args: Parameters<typeof link>) => {
    await pause();
    return link(...args);
  });
  t.mock.method(fs, "rename", async (...args: Parameters<typeof rename>) => {
    await pause();
    return rename(...args);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test("if several processes start at the same moment, exactly one acquires the lock", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory);
  const starters = Array.from({ length: 5 }, () => startServerProcess(t, directory, { mode: "lock" }));
  const outcomes = await Promise.all(starters.map(({ line }) => line(({ ready, error }) => (ready ? "won" : error))));
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== "DataDirectoryInUse"),
    ["won"],
  );
});

test("files that killed starters left behind are removed by a later one", async (t) => {
  const directory = await temporaryFolder(t);
  const draft = join(directory, "server.lock.old.draft");
  await writeFile(draft, "");
  await utimes(draft, 1, 1);
  const lock = await acquireDataDirectoryLock(directory);
  const { id } = JSON.parse(await readFile(join(directory, "server.lock"), "utf8")) as { id: string };
  assert.deepEqual(await readdir(directory), ["server.lock", `server.lock.${id}.socket`]);
  await lock.release();
});

test(
  "a server in another container owns its directory as long as it is alive, although its pid has no meaning in this container",
  { skip: !isRoot || !isCommandAvailable("unshare", "--pid", "--fork", "true") },
  async (t) => {
    const directory = await temporaryFolder(t);
    const wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
    const other = await startReadyServerProcess(t, directory, { mode: "lock", wrapper });
    await assert.rejects(acquireDataDirectoryLock(directory), DataDirectoryInUse);
    await other.kill("SIGKILL");
    await (await acquireDataDirectoryLock(directory)).release();
  },
);

test("the start times that ps reports distinguish processes, as those in /proc do", async () => {
  assert.equal(await findStartTimeFromPs(process.pid), await findStartTimeFromPs(process.pid));
  assert.notEqual(await findStartTimeFromPs(process.pid), await findStartTimeFromPs(1));
  assert.equal(await findStartTimeFromPs(GONE), undefined);
  assert.notEqual(await findStartTime(process.pid), await findStartTime(1));
  assert.equal(await findStartTime(GONE), undefined);
});

for (const [what, happens] of [
  ["deleted", (path: string) => rm(path)],
  ["emptied", (path: string) => truncate(path)],
] as const) {
  test(`if the lock of a running server is ${what}, a second server does not start and leaves the first one's database alone`, async (t) => {
    const dataDir = await sharedDataDirectory();
    const server = await startReadyServerProcess(t, dataDir);
    for (const name of await readdir(dataDir)) {
      if (name === "server.lock" || (what === "deleted" && name.startsWith("server.lock"))) {
        await happens(join(dataDir, name));
      }
    }
    const second = startServerProcess(t, dataDir);
    assert.equal(await second.line(({ error, ready }) => (ready ? "started" : error)), "DataDirectoryInUse");
    await assert.rejects(startEmbedded(t, dataDir), DataDirectoryInUse);
    assert.equal(
      server.lines.find(({ exited }) => exited !== undefined),
      undefined,
    );
    assert.ok(findPostgresProcesses(join(dataDir, "postgres")).includes(server.ready.pid));
    assert.equal(await server.kill("SIGTERM"), 0);
    await (await startEmbedded(t, dataDir)).stop();
  });
}

test(
  "a server in another container keeps its database even if its lock is deleted",
  { skip: !isRoot || !isCommandAvailable("unshare", "--pid", "--fork", "true") },
  async (t) => {
    const dataDir = await sharedDataDirectory();
    const wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
    const other = await startReadyServerProcess(t, dataDir, { wrapper });
    for (const name of await readdir(dataDir)) {
      if (name.startsWith("server.lock")) await rm(join(dataDir, name));
    }
    await assert.rejects(startEmbedded(t, dataDir), DataDirectoryInUse);
    await other.kill("SIGKILL");
    await until(() => findPostgresProcesses(join(dataDir, "postgres")).length === 0);
    await (await startEmbedded(t, dataDir)).stop();
  },
);
