// Slow: starts and kills many processes that compete for a data directory.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs, { readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Dice } from "@parlance/testkit/random/seeded-random.ts";
import { until } from "@parlance/testkit/until.ts";
import { acquireDataDirectory } from "./data-directory-lock.ts";
import { DataDirectoryInUse } from "./errors.ts";
import { ownIdentity, startTime, startTimeFromPs } from "./process-identity.ts";
import {
  embedded,
  isRoot,
  madeDataDirectory,
  processesIn,
  readyServerProcess,
  serverProcess,
  temporaryFolder,
  works,
} from "./fixtures/server-processes.ts";

const GONE = spawnSync("true").pid;

async function leaveLock(directory: string, change: Record<string, unknown> = {}, name = "server.lock"): Promise<void> {
  await writeFile(join(directory, name), JSON.stringify({ id: "old", ...(await ownIdentity()), pid: GONE, ...change }));
}

test("a directory has one holder at a time, and is free again after release", async (t) => {
  const directory = await temporaryFolder(t);
  const first = await acquireDataDirectory(directory);
  await assert.rejects(acquireDataDirectory(directory), DataDirectoryInUse);
  await first.release();
  const second = await acquireDataDirectory(directory);
  await first.release();
  await assert.rejects(acquireDataDirectory(directory), DataDirectoryInUse);
  await second.release();
  assert.deepEqual(await readdir(directory), []);
});

test("the lock of a process that is gone is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  const killed = await readyServerProcess(t, directory, { mode: "lock" });
  await killed.kill("SIGKILL");
  await (await acquireDataDirectory(directory)).release();
});

test("a lock whose number another process has by now is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory, { pid: process.pid, startedAt: "1" });
  await (await acquireDataDirectory(directory)).release();
});

test("a lock from before the machine was restarted is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory, { pid: process.pid, boot: "another" });
  await (await acquireDataDirectory(directory)).release();
});

test("a lock that a power cut emptied is taken over", async (t) => {
  const directory = await temporaryFolder(t);
  await writeFile(join(directory, "server.lock"), "");
  await (await acquireDataDirectory(directory)).release();
});

test("of many that start in the same moment on a dead server's directory, exactly one wins", async (t) => {
  const directory = await temporaryFolder(t);
  dawdle(t);
  for (let round = 0; round < 60; round++) {
    if (round % 4 !== 0) await leaveLock(directory, { id: `old-${round}` });
    if (round % 4 === 1) await leaveLock(directory, { id: "heir" }, `server.lock.old-${round}.successor`);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => acquireDataDirectory(directory)));
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

/** Has each starter let some of the others go first before each step that decides, so that their steps interleave. */
function dawdle(t: TestContext): void {
  const { link, rename } = fs;
  const dice = new Dice(1);
  const pause = async () => {
    for (let left = dice.below(12); left > 0; left -= 1) await turn();
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

test("of several processes that start in the same moment, exactly one wins", async (t) => {
  const directory = await temporaryFolder(t);
  await leaveLock(directory);
  const starters = Array.from({ length: 5 }, () => serverProcess(t, directory, { mode: "lock" }));
  const outcomes = await Promise.all(starters.map(({ line }) => line(({ ready, error }) => (ready ? "won" : error))));
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== "DataDirectoryInUse"),
    ["won"],
  );
});

test("what killed starters left lying is removed by a later one", async (t) => {
  const directory = await temporaryFolder(t);
  const draft = join(directory, "server.lock.old.draft");
  await writeFile(draft, "");
  await utimes(draft, 1, 1);
  const lock = await acquireDataDirectory(directory);
  const { id } = JSON.parse(await readFile(join(directory, "server.lock"), "utf8")) as { id: string };
  assert.deepEqual(await readdir(directory), ["server.lock", `server.lock.${id}.socket`]);
  await lock.release();
});

test(
  "a server in another container, whose pid means nothing here, holds its directory while it lives",
  { skip: !isRoot || !works("unshare", "--pid", "--fork", "true") },
  async (t) => {
    const directory = await temporaryFolder(t);
    const wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
    const other = await readyServerProcess(t, directory, { mode: "lock", wrapper });
    await assert.rejects(acquireDataDirectory(directory), DataDirectoryInUse);
    await other.kill("SIGKILL");
    await (await acquireDataDirectory(directory)).release();
  },
);

test("ps tells apart processes by their start as /proc does", async () => {
  assert.equal(await startTimeFromPs(process.pid), await startTimeFromPs(process.pid));
  assert.notEqual(await startTimeFromPs(process.pid), await startTimeFromPs(1));
  assert.equal(await startTimeFromPs(GONE), undefined);
  assert.notEqual(await startTime(process.pid), await startTime(1));
  assert.equal(await startTime(GONE), undefined);
});

for (const [what, happens] of [
  ["deleted", (path: string) => rm(path)],
  ["emptied", (path: string) => truncate(path)],
] as const) {
  test(`a lock that is ${what} under a living server lets no second one end its database`, async (t) => {
    const dataDir = await madeDataDirectory();
    const server = await readyServerProcess(t, dataDir);
    for (const name of await readdir(dataDir)) {
      if (name === "server.lock" || (what === "deleted" && name.startsWith("server.lock"))) {
        await happens(join(dataDir, name));
      }
    }
    const second = serverProcess(t, dataDir);
    assert.equal(await second.line(({ error, ready }) => (ready ? "started" : error)), "DataDirectoryInUse");
    await assert.rejects(embedded(t, dataDir), DataDirectoryInUse);
    assert.equal(
      server.lines.find(({ exited }) => exited !== undefined),
      undefined,
    );
    assert.ok(processesIn(join(dataDir, "postgres")).includes(server.ready.pid));
    assert.equal(await server.kill("SIGTERM"), 0);
    await (await embedded(t, dataDir)).stop();
  });
}

test(
  "a server in another container keeps its database, too, when its lock is deleted",
  { skip: !isRoot || !works("unshare", "--pid", "--fork", "true") },
  async (t) => {
    const dataDir = await madeDataDirectory();
    const wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
    const other = await readyServerProcess(t, dataDir, { wrapper });
    for (const name of await readdir(dataDir)) {
      if (name.startsWith("server.lock")) await rm(join(dataDir, name));
    }
    await assert.rejects(embedded(t, dataDir), DataDirectoryInUse);
    await other.kill("SIGKILL");
    await until(() => processesIn(join(dataDir, "postgres")).length === 0);
    await (await embedded(t, dataDir)).stop();
  },
);
