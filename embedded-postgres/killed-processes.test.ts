// Slow: kills databases and servers at many moments of a start.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { until } from "@parlance/testkit/until.ts";
import { postgresProcessesFromPs } from "./orphaned-processes.ts";
import {
  copyDataDirectory,
  startEmbedded,
  isRoot,
  sharedDataDirectory,
  UNPRIVILEGED_UID,
  findPostgresProcesses,
  startReadyServerProcess,
  queryRows,
  startServerProcess,
  temporaryFolder,
} from "./fixtures/server-processes.ts";

const { rounds: ROUNDS } = randomRun({ rounds: 2, exploreRounds: 3 });
/** Minimum number of rows written before a writing server is killed. */
const ROWS = 50;

/** Returns the command line of a process. Empty if the process has ended. */
function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Returns the watchdog processes whose command line contains `cluster`: the run directory of the database. */
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
  const postgres = await startEmbedded(t, dataDir);
  const rows = await queryRows(postgres, "SELECT id FROM written");
  await postgres.stop();
  return new Set(rows.map(({ id }) => Number(id)));
}

const acknowledged = (lines: readonly { written?: number }[]) =>
  lines.flatMap(({ written }) => (written === undefined ? [] : [written]));

test("if only the server is killed, its database stops soon afterwards and its socket is removed", async (t) => {
  const dataDir = await sharedDataDirectory();
  const server = await startReadyServerProcess(t, dataDir);
  await server.kill("SIGKILL");
  await until(() => findPostgresProcesses(join(dataDir, "postgres")).length === 0);
  await until(() => !existsSync(server.ready.host));
});

test("after only the server was killed, a start at any later moment works and no acknowledged row is lost", async (t) => {
  const dataDir = await sharedDataDirectory();
  const cluster = join(dataDir, "postgres");
  const hasStartedToEnd = (before: number) => () => findPostgresProcesses(cluster).length < before;
  const conditions = [() => () => true, hasStartedToEnd, () => hasStartedToEnd(1)];
  for (const moment of conditions.slice(0, randomRun({ rounds: 1, exploreRounds: 3 }).rounds)) {
    const server = await startReadyServerProcess(t, dataDir, { mode: "write" });
    await until(() => acknowledged(server.lines).length >= ROWS);
    const isTheMoment = moment(findPostgresProcesses(cluster).length);
    await server.kill("SIGKILL");
    await until(isTheMoment);
    const rows = await writtenRows(t, dataDir);
    assert.ok(rows.size >= ROWS);
    assert.deepEqual(
      acknowledged(server.lines).filter((id) => !rows.has(id)),
      [],
    );
  }
});

test("if the server and its database are killed, the next start recovers all acknowledged rows", async (t) => {
  const dataDir = await sharedDataDirectory();
  const cluster = join(dataDir, "postgres");
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startReadyServerProcess(t, dataDir, { mode: "write" });
    await until(() => acknowledged(server.lines).length >= ROWS);
    const dog = watchdogs(server.ready.host).filter(({ parent }) => parent === server.child.pid);
    assert.equal(dog.length, 1);
    // The watchdog is killed too in all rounds but the first.
    const all = [
      server.child.pid ?? 0,
      ...(round > 0 ? dog.map(({ pid }) => pid) : []),
      ...findPostgresProcesses(cluster),
    ];
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

test("a database that outlived both its server and its watchdog is stopped by the next start", async (t) => {
  const dataDir = await sharedDataDirectory();
  const server = await startReadyServerProcess(t, dataDir);
  for (const { pid } of watchdogs(server.ready.host)) process.kill(pid, "SIGKILL");
  await until(() => watchdogs(server.ready.host).length === 0);
  await server.kill("SIGKILL");
  assert.ok(findPostgresProcesses(join(dataDir, "postgres")).includes(server.ready.pid));
  const next = await startEmbedded(t, dataDir);
  assert.notEqual(next.pid, server.ready.pid);
  assert.ok(!existsSync(server.ready.host));
});

test("an orphaned database that is suspended and ignores shutdown signals is killed", async (t) => {
  const dataDir = await sharedDataDirectory();
  const server = await startReadyServerProcess(t, dataDir);
  for (const { pid } of watchdogs(server.ready.host)) process.kill(pid, "SIGKILL");
  process.kill(server.ready.pid, "SIGSTOP");
  t.mock.method(performance, "now", jumpingClock());
  await server.kill("SIGKILL");
  await startEmbedded(t, dataDir);
});

/** Kills a process. Ignores that the process has already ended, as some do when the server is gone. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A clock that advances by 100 ms at each reading, so that timeouts pass faster than in real time. */
function jumpingClock(): () => number {
  let now = performance.now();
  return () => (now += 100);
}

/** Moments of a first start, in order. */
const CONDITIONS: Readonly<Record<string, (dataDir: string) => boolean>> = {
  "it has its lock": (dataDir) => existsSync(join(dataDir, "server.lock")),
  "it has a draft": (dataDir) => readdirSync(dataDir).some((name) => name.startsWith("postgres.new-")),
  "initdb tries settings": (dataDir) => isAtWork(dataDir, "--check"),
  "initdb fills the database": (dataDir) => isAtWork(dataDir, "--boot"),
  "the draft has become the database": (dataDir) => existsSync(join(dataDir, "postgres")),
  "the database starts": (dataDir) => existsSync(join(dataDir, "postgres/postmaster.pid")),
};

const isAtWork = (dataDir: string, mode: string) =>
  findPostgresProcesses(dataDir).some((pid) => argumentsOf(pid).includes(mode));

test("a first start killed at any moment does not prevent the next start", async (t) => {
  const dataDir = await temporaryFolder(t);
  for (const [index, isReached] of Object.values(CONDITIONS).entries()) {
    const server = startServerProcess(t, dataDir);
    // A short moment may be missed. The server is then killed when it is ready.
    await until(() => isReached(dataDir) || server.lines.some(({ ready }) => ready !== undefined));
    await server.kill("SIGKILL");
    // In every second round, the processes that the server had started are killed too.
    if (index % 2 !== 0) for (const pid of findPostgresProcesses(dataDir)) kill(pid);
  }
  const postgres = await startEmbedded(t, dataDir);
  assert.deepEqual(await queryRows(postgres, "SELECT 1 AS one"), [{ one: 1 }]);
  await postgres.stop();
  // A process that is killed while acquiring the lock leaves these files behind, for a minute. No other files may
  // remain.
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => !name.startsWith("server.lock.")),
    ["postgres"],
  );
});

/** Returns the shared memory segments that a process has created, as lines of the system's table. */
const sharedMemoryOf = (pid: number): string[] =>
  readFileSync("/proc/sysvipc/shm", "utf8")
    .split("\n")
    .filter((line) => Number(line.trim().split(/\s+/)[4]) === pid);

const isStopped = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/**
 * Suspends the process that runs with the argument `mode` on a new database, while it has shared memory, and returns
 * its pid. Returns undefined if there is no such process.
 */
function stopWorker(dataDir: string, mode: string): number | undefined {
  return findPostgresProcesses(dataDir).find((pid) => {
    if (!argumentsOf(pid).includes(mode) || sharedMemoryOf(pid).length === 0) return false;
    try {
      process.kill(pid, "SIGSTOP");
      while (!isStopped(pid));
      if (sharedMemoryOf(pid).length > 0) return true;
      process.kill(pid, "SIGCONT");
    } catch {
      // The process has ended in the meantime.
    }
    return false;
  });
}

/**
 * Starts a server on an empty data directory, and suspends the PostgreSQL program that works on the new database with
 * the argument `mode`.
 */
async function startStoppedAt(t: TestContext, mode: string) {
  for (;;) {
    const dataDir = await temporaryFolder(t);
    const server = startServerProcess(t, dataDir);
    const isReady = () => server.lines.some(({ ready }) => ready !== undefined);
    const worker = await until(() => stopWorker(dataDir, mode) ?? (isReady() ? "missed" : undefined));
    if (worker !== "missed") return { dataDir, server, worker };
    await server.kill("SIGTERM");
  }
}

const skip = existsSync("/proc/sysvipc/shm") ? false : "there is no System V shared memory to look at";

for (const mode of ["--check", "--single"]) {
  test(`a start frees the shared memory left by a first start that was killed during ${mode}`, { skip }, async (t) => {
    const { dataDir, server, worker } = await startStoppedAt(t, mode);
    await server.kill("SIGKILL");
    for (const pid of findPostgresProcesses(dataDir)) if (pid !== worker) kill(pid);
    kill(worker);
    await until(() => findPostgresProcesses(dataDir).length === 0);
    assert.notDeepEqual(sharedMemoryOf(worker), []);
    await startEmbedded(t, dataDir);
    assert.deepEqual(sharedMemoryOf(worker), []);
  });
}

test(
  "after only the server and one PostgreSQL program of initdb were killed, the next start frees that program's shared memory",
  { skip },
  async (t) => {
    const { dataDir, server, worker } = await startStoppedAt(t, "--boot");
    await server.kill("SIGKILL");
    kill(worker);
    await until(() => findPostgresProcesses(dataDir).length === 0);
    assert.notDeepEqual(sharedMemoryOf(worker), []);
    await startEmbedded(t, dataDir);
    assert.deepEqual(sharedMemoryOf(worker), []);
  },
);

test(
  "a first start fails if its PostgreSQL program is killed, and leaves neither shared memory nor a draft",
  { skip },
  async (t) => {
    const { dataDir, server, worker } = await startStoppedAt(t, "--boot");
    kill(worker);
    assert.equal(await server.line(({ error }) => error), "EmbeddedPostgresError");
    assert.deepEqual(sharedMemoryOf(worker), []);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith("postgres")),
      [],
    );
  },
);

/** Starts an unrelated process that PostgreSQL would mistake for its own if the process's pid were in the pidfile. */
async function unrelatedProcess(t: TestContext, script: string): Promise<{ pid: number }> {
  const child = spawn("sh", ["-c", script], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
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
  if (isRoot) await chown(path, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
}

test("a pidfile with the pid of an unrelated process neither blocks the start nor harms that process", async (t) => {
  const dataDir = await sharedDataDirectory();
  const { pid } = await unrelatedProcess(t, "echo $$; exec sleep 60");
  await leavePidfile(dataDir, pid);
  await startEmbedded(t, dataDir);
  assert.ok(existsSync(`/proc/${pid}/exe`));
});

test("a zombie postmaster does not block the start", async (t) => {
  const dataDir = await sharedDataDirectory();
  const { pid } = await unrelatedProcess(t, "sleep 0.1 & echo $!; exec sleep 60");
  await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
  await leavePidfile(dataDir, pid);
  await startEmbedded(t, dataDir);
  assert.match(readFileSync(`/proc/${pid}/stat`, "utf8"), /\) Z /);
});

test("without /proc, a running postmaster and its children are found with ps, and other processes are not", async (t) => {
  const folder = await temporaryFolder(t, { mode: 0o755 });
  const dataDir = await copyDataDirectory(join(folder, "data"));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbedded(t, dataDir);
  const cluster = join(dataDir, "postgres");
  // PostgreSQL starts and ends processes of its own at any time, so one of the lists may have a process that the other
  // lacks. They are equal as soon as no process has started or ended between them.
  await until(async () => {
    const found = await postgresProcessesFromPs(cluster);
    return found.length > 1 && isDeepStrictEqual(new Set(found), new Set(findPostgresProcesses(cluster)));
  });
  await postgres.stop();
  await leavePidfile(dataDir, process.pid);
  assert.deepEqual(await postgresProcessesFromPs(cluster), []);
});
