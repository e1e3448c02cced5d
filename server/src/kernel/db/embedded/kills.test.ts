import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chance } from "@parlance/testkit/chance.ts";
import { postgresProcessesFromPs } from "./orphans.ts";
import {
  copiedDataDirectory,
  embedded,
  isRoot,
  madeDataDirectory,
  NOBODY,
  processesIn,
  readyServerProcess,
  rowsOf,
  serverProcess,
  temporaryFolder,
  until,
} from "./fixtures/server-processes.ts";

const { numRuns: ROUNDS } = chance(2, 3);
/** How many milliseconds first starts are given before they are killed. */
const MOMENTS = [150, 300, 650, 60, 450, 900].slice(0, chance(3, 6).numRuns);

/** Numbers of the processes that keep watch over the database in `cluster`. */
const watchdogs = (cluster: string) =>
  readdirSync("/proc").flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      return command.includes("watchdog") && command.includes(cluster)
        ? [{ pid: Number(name), parent: Number(parent) }]
        : [];
    } catch {
      return [];
    }
  });

async function writtenRows(t: TestContext, dataDir: string): Promise<Set<number>> {
  const postgres = await embedded(t, dataDir);
  const rows = await rowsOf(postgres, "SELECT id FROM written");
  await postgres.stop();
  return new Set(rows.map(({ id }) => Number(id)));
}

const acknowledged = (lines: readonly { written?: number }[]) =>
  lines.flatMap(({ written }) => (written === undefined ? [] : [written]));

test("when the server alone is killed, its database follows within moments and leaves no socket", async (t) => {
  const dataDir = await madeDataDirectory();
  const server = await readyServerProcess(t, dataDir);
  await server.kill("SIGKILL");
  const ms = await until(() => processesIn(join(dataDir, "postgres")).length === 0, 3000);
  await until(() => !existsSync(server.ready.host), 1000);
  t.diagnostic(`gone after ${ms} ms`);
});

test("the next start works at any moment after the server alone was killed, and nothing written is lost", async (t) => {
  const dataDir = await madeDataDirectory();
  for (const pause of [0, 5, 40].slice(0, chance(1, 3).numRuns)) {
    const server = await readyServerProcess(t, dataDir, { mode: "write" });
    await server.line(({ written }) => written);
    await sleep(100);
    await server.kill("SIGKILL");
    await sleep(pause);
    const rows = await writtenRows(t, dataDir);
    assert.ok(rows.size > 10);
    assert.deepEqual(
      acknowledged(server.lines).filter((id) => !rows.has(id)),
      [],
    );
  }
});

test("when the server and its database are killed, the next start recovers all that was written", async (t) => {
  const dataDir = await madeDataDirectory();
  const cluster = join(dataDir, "postgres");
  for (let round = 0; round < ROUNDS; round++) {
    const server = await readyServerProcess(t, dataDir, { mode: "write" });
    await server.line(({ written }) => written);
    await sleep(100);
    const dog = watchdogs(server.ready.host).filter(({ parent }) => parent === server.child.pid);
    assert.equal(dog.length, 1);
    // The watchdog as well in all rounds but the first.
    const all = [server.child.pid ?? 0, ...(round > 0 ? dog.map(({ pid }) => pid) : []), ...processesIn(cluster)];
    for (const pid of all) kill(pid);
    await server.kill("SIGKILL");
    const rows = await writtenRows(t, dataDir);
    assert.deepEqual(
      acknowledged(server.lines).filter((id) => !rows.has(id)),
      [],
    );
    assert.ok(!existsSync(server.ready.host));
  }
});

test("a database that outlived both its server and its watchdog is ended by the next start", async (t) => {
  const dataDir = await madeDataDirectory();
  const server = await readyServerProcess(t, dataDir);
  for (const { pid } of watchdogs(server.ready.host)) process.kill(pid, "SIGKILL");
  await server.kill("SIGKILL");
  await sleep(300);
  assert.ok(processesIn(join(dataDir, "postgres")).includes(server.ready.pid));
  const next = await embedded(t, dataDir);
  assert.notEqual(next.pid, server.ready.pid);
  assert.ok(!existsSync(server.ready.host));
});

test("an orphan that is stopped and ignores requests is killed", async (t) => {
  const dataDir = await madeDataDirectory();
  const server = await readyServerProcess(t, dataDir);
  for (const { pid } of watchdogs(server.ready.host)) process.kill(pid, "SIGKILL");
  process.kill(server.ready.pid, "SIGSTOP");
  t.mock.method(performance, "now", jumpingClock());
  await server.kill("SIGKILL");
  await embedded(t, dataDir);
});

/** Kills a process, unless it has ended by itself since it was seen, as some do when the server is gone. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A clock on which every look takes long, so that patience runs out fast: five times as fast as the looks come. */
function jumpingClock(): () => number {
  let now = performance.now();
  return () => (now += 100);
}

/** What belonged to a server that was killed may end by itself meanwhile. */
function killUnlessGone(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test("a first start that is killed at any moment leaves nothing in the next one's way", async (t) => {
  const dataDir = await temporaryFolder(t);
  for (const moment of MOMENTS) {
    const server = serverProcess(t, dataDir);
    await sleep(moment);
    await server.kill("SIGKILL");
    // Every other time with all that it had started.
    if (moment % 300 !== 0) for (const pid of processesIn(dataDir)) killUnlessGone(pid);
  }
  const postgres = await embedded(t, dataDir);
  assert.deepEqual(await rowsOf(postgres, "SELECT 1 AS one"), [{ one: 1 }]);
  await postgres.stop();
  // Of the lock, a process that was killed while taking it leaves only this, for a minute.
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => !name.startsWith("server.lock.")),
    ["postgres"],
  );
});

/** Shared memory that a process has made: the lines of the system's table. */
const sharedMemoryOf = (pid: number): string[] =>
  readFileSync("/proc/sysvipc/shm", "utf8")
    .split("\n")
    .filter((line) => Number(line.trim().split(/\s+/)[4]) === pid);

/** The process that is working on the draft of a new database, once it has shared memory. */
function workerOnDraft(dataDir: string): number | undefined {
  const draft = readdirSync(dataDir).find((name) => name.startsWith("postgres.new-"));
  const path = join(dataDir, draft ?? "", "postmaster.pid");
  const pid = draft !== undefined && existsSync(path) ? Math.abs(Number.parseInt(readFileSync(path, "utf8"), 10)) : 0;
  return pid > 0 && sharedMemoryOf(pid).length > 0 ? pid : undefined;
}

test("the shared memory of a first start that is killed with all its processes is freed by the next one", async (t) => {
  if (!existsSync("/proc/sysvipc/shm")) return t.skip("there is no System V shared memory to look at");
  const dataDir = await temporaryFolder(t);
  let orphaned: number | undefined;
  for (let round = 0; round < 20 && orphaned === undefined; round++) {
    const server = serverProcess(t, dataDir);
    let worker: number | undefined;
    while (worker === undefined && server.child.exitCode === null) {
      worker = workerOnDraft(dataDir);
      await sleep(1);
    }
    if (worker !== undefined) killUnlessGone(worker);
    await server.kill("SIGKILL");
    for (const pid of processesIn(dataDir)) killUnlessGone(pid);
    await until(() => processesIn(dataDir).length === 0, 10_000);
    if (worker !== undefined && sharedMemoryOf(worker).length > 0) orphaned = worker;
  }
  assert.ok(orphaned !== undefined, "no round left shared memory behind");
  const postgres = await embedded(t, dataDir);
  assert.deepEqual(sharedMemoryOf(orphaned), []);
  await postgres.stop();
});

/** A process that PostgreSQL, when it finds its number in the pidfile, would take for its own. */
async function stranger(t: TestContext, script: string): Promise<{ pid: number }> {
  const child = spawn("sh", ["-c", script], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { pid: Number(line.toString()) };
}

async function leavePidfile(dataDir: string, pid: number): Promise<void> {
  const path = join(dataDir, "postgres/postmaster.pid");
  await writeFile(
    path,
    `${pid}\n${join(dataDir, "postgres")}\n1700000000\n5432\n/tmp\n\n  1234567         9\nready   \n`,
  );
  if (isRoot) await chown(path, NOBODY, NOBODY);
}

test("a pidfile with the number of an innocent process neither blocks the start nor harms that process", async (t) => {
  const dataDir = await madeDataDirectory();
  const { pid } = await stranger(t, "echo $$; exec sleep 60");
  await leavePidfile(dataDir, pid);
  await embedded(t, dataDir);
  assert.ok(existsSync(`/proc/${pid}/exe`));
});

test("a postmaster that nobody reaps does not block the start", async (t) => {
  const dataDir = await madeDataDirectory();
  const { pid } = await stranger(t, "sleep 0.1 & echo $!; exec sleep 60");
  await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")), 2000);
  await leavePidfile(dataDir, pid);
  await embedded(t, dataDir);
  assert.match(readFileSync(`/proc/${pid}/stat`, "utf8"), /\) Z /);
});

test("without /proc, a running postmaster and its children are known from ps, and others are not", async (t) => {
  const folder = await temporaryFolder(t, { mode: 0o755 });
  const dataDir = await copiedDataDirectory(join(folder, "data"));
  await chmod(dataDir, 0o755);
  const postgres = await embedded(t, dataDir);
  const cluster = join(dataDir, "postgres");
  const found = await postgresProcessesFromPs(cluster);
  assert.deepEqual(new Set(found), new Set(processesIn(cluster)));
  await postgres.stop();
  await leavePidfile(dataDir, process.pid);
  assert.deepEqual(await postgresProcessesFromPs(cluster), []);
});
