import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import {
  afterFile,
  createTestOrganization,
  days,
  hours,
  seconds,
  SmallDisk,
  startServer,
  startServerBeside,
  TestClock,
  type TestServer,
  until,
  withoutDisks,
} from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { BucketStore } from "@parlance/kernel/files/bucket-store.ts";
import { readBackup } from "@parlance/kernel/backup/read-backup.ts";
import { runParlance } from "../../../cli/fixtures/command-line.ts";
import { createDatabaseFolder } from "../../../testkit/database/database-folder.ts";
import { parseBackupSchedule } from "./backup-schedule.ts";
import { type BackupState, loadBackupState, storeBackupState } from "./backup-state.ts";
import type { BackupSettings } from "./settings.ts";

const dataDir = await createDatabaseFolder("parlance-backups-");
before(() => afterFile(() => rm(dataDir, { recursive: true, force: true })));

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-backups-"));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Plan extends Partial<BackupSettings> {
  readonly clock: TestClock;
  readonly target: BackupSettings["target"];
}

const extentOf = (clock: TestClock) => ({ withJobs: true, pollSeconds: 0.1, clock });
const settingsOf = ({ clock: _, ...backup }: Plan) => ({
  dataDir,
  backup: {
    schedule: parseBackupSchedule("daily 03:00"),
    count: 2,
    hasSecretFile: false,
    postgresBin: undefined,
    ...backup,
  },
});

/**
 * Starts a server that makes backups, and waits until it knows that it has to. `isTested`: whether a backup was restored
 * for a test just now, so that none of the test's backups is.
 */
async function startWithBackups(plan: Plan, { isTested = false } = {}): Promise<TestServer> {
  const server = await startServer(settingsOf(plan), extentOf(plan.clock));
  const state = await until(() => loadBackupState(server.db.reader));
  const tested = { at: plan.clock.now(), name: "earlier", error: null };
  if (isTested) await server.db.write((tx) => storeBackupState(tx, { ...state, test: tested }));
  return server;
}

/** Waits until the state has a property. */
const untilState = (server: TestServer, has: (state: BackupState) => boolean | undefined): Promise<BackupState> =>
  until(async () => {
    const state = await loadBackupState(server.db.reader);
    return state && has(state) === true ? state : undefined;
  });

/** Advances the clock, and waits for the backup. Returns its name. */
async function makeNext(server: TestServer, clock: TestClock, afterDays = 1): Promise<string> {
  const earlier = await loadBackupState(server.db.reader);
  clock.tick(days(afterDays));
  const state = await untilState(server, ({ newest }) => newest !== undefined && newest.name !== earlier?.newest?.name);
  return state.newest?.name as string;
}

/** Returns the values of the metrics about backups, by name and labels. */
async function readMetrics(server: TestServer, clock: TestClock): Promise<Record<string, number>> {
  clock.tick(seconds(11)); // values are cached for ten seconds
  const lines = (await server.metrics.render()).split("\n").filter((line) => line.startsWith("parlance_backup_"));
  return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]*$/, ""), Number(line.split(" ").at(-1))]));
}

test("backups are made at the scheduled times into a folder, the newest are kept, and one is restored for a test each week", async () => {
  const [clock, folder] = [new TestClock(), await createFolder()];
  const server = await startWithBackups({ clock, target: { folder } });
  const { hamlet, cordelia } = await createTestOrganization(server);
  await hamlet.sendDirectMessage(cordelia, { content: "To be saved" });
  await writeFile(join(folder, "notes.txt"), "not a backup");
  await writeFile(join(folder, "parlance-20200101t000000z.tar.gz.partial"), "what a killed process has left");

  const names = [await makeNext(server, clock)];
  const first = await untilState(server, (state) => state.test !== undefined);
  assert.deepEqual([first.test?.name, first.test?.error], [names[0], null]);
  assert.deepEqual((await readdir(folder)).toSorted(), ["notes.txt", names[0]]);
  names.push(await makeNext(server, clock), await makeNext(server, clock, 7));
  const later = await untilState(server, (state) => state.test?.name !== names[0]);
  assert.equal(later.test?.name, names[2]);
  await until(async () => (await readdir(folder)).length === 3);
  assert.deepEqual((await readdir(folder)).toSorted(), ["notes.txt", ...names.slice(-2)]);

  const metrics = await readMetrics(server, clock);
  assert.equal(metrics['parlance_backup_failing{step="backup"}'], 0);
  assert.equal(metrics['parlance_backup_failing{step="test_restore"}'], 0);
  assert.equal(metrics["parlance_backup_overdue_seconds"], 0);
  assert.ok(Number(metrics["parlance_backup_age_seconds"]) < 86_400);

  const restored = join(await createFolder(), "data");
  const outcome = await runParlance(["restore", join(folder, String(names.at(-1))), "--data-dir", restored, "--json"]);
  assert.equal(outcome.code, 0, outcome.err);
  const users = await runParlance([
    "user",
    "list",
    "--data-dir",
    restored,
    "--json",
    "--organization",
    hamlet.site.host.split(".")[0] ?? "",
  ]);
  assert.ok(
    users.json.users.some(({ email }) => email === hamlet.email),
    users.err,
  );
});

test("a backup whose time has passed while no process ran is made by the next process", async () => {
  const [clock, folder] = [new TestClock(), await createFolder()];
  const plan = { clock, target: { folder } };
  const server = await startWithBackups(plan, { isTested: true });
  await server[Symbol.asyncDispose]();
  clock.tick(days(1));
  const next = await startServerBeside(server, settingsOf(plan), extentOf(clock));
  const { newest } = await untilState(next, (state) => state.newest !== undefined);
  assert.deepEqual(await readdir(folder), [newest?.name]);
});

test("several processes make one backup for each scheduled time", async () => {
  const [clock, folder] = [new TestClock(), await createFolder()];
  const plan = { clock, target: { folder }, count: 10 };
  const server = await startWithBackups(plan, { isTested: true });
  for (let more = 0; more < 2; more += 1) await startServerBeside(server, settingsOf(plan), extentOf(clock));
  const names: string[] = [];
  for (let day = 1; day <= 3; day += 1) names.push(await makeNext(server, clock));
  assert.deepEqual((await readdir(folder)).toSorted(), names);
});

test("backups are stored in a bucket, and one is downloaded and restored for a test", async () => {
  const [clock, bucket] = [new TestClock(), await startBucket()];
  const server = await startWithBackups({ clock, target: { bucket }, count: 1 });
  await createTestOrganization(server);
  await makeNext(server, clock);
  const { test: result } = await untilState(server, (state) => state.test !== undefined);
  assert.equal(result?.error, null);
  const name = await makeNext(server, clock);
  const store = new BucketStore(bucket);
  const listNames = async () => {
    const names: string[] = [];
    for await (const file of store.list("")) names.push(file.name);
    return names;
  };
  await until(async () => (await listNames()).length === 1);
  assert.deepEqual(await listNames(), [`backups/${name}`]);
  const copy = join(await createFolder(), name);
  await writeFile(copy, (await store.get(`backups/${name}`)) ?? "");
  assert.ok(((await readBackup(copy)).contents.tables["account"]?.rows ?? 0) > 0);
  assert.deepEqual(
    (await readdir(dataDir)).filter((one) => one.startsWith("backup")),
    [],
  );
});

test(
  "if the disk is full, nothing of the backup remains, the old ones stay, and an hour later it is tried again",
  { skip: withoutDisks },
  async () => {
    const [clock, disk] = [new TestClock(), new SmallDisk(8)];
    const server = await startWithBackups({ clock, target: { folder: disk.folder } });
    const name = await makeNext(server, clock);
    await untilState(server, (state) => state.test !== undefined);
    await disk.fill();
    clock.tick(days(1));
    const failed = await untilState(server, ({ attempt }) => attempt?.error !== null);
    assert.match(failed.attempt?.error ?? "", /the disk of .* is full/);
    assert.equal(failed.newest?.name, name);
    assert.deepEqual(
      (await readdir(disk.folder)).filter((one) => one.startsWith("parlance")),
      [name],
    );
    const metrics = await readMetrics(server, clock);
    assert.equal(metrics['parlance_backup_failing{step="backup"}'], 1);
    assert.ok(Number(metrics["parlance_backup_overdue_seconds"]) > 0);

    await disk.deleteFiller();
    clock.tick(hours(1));
    const again = await untilState(server, ({ attempt }) => attempt?.error === null);
    assert.notEqual(again.newest?.name, name);
  },
);

test("a backup that cannot be restored is reported, and the next one is restored for a test", async () => {
  const [clock, folder] = [new TestClock(), await createFolder()];
  const server = await startWithBackups({ clock, target: { folder }, postgresBin: join(folder, "no-such-folder") });
  await makeNext(server, clock);
  await untilState(server, (state) => typeof state.test?.error === "string");
  const metrics = await readMetrics(server, clock);
  assert.equal(metrics['parlance_backup_failing{step="backup"}'], 0);
  assert.equal(metrics['parlance_backup_failing{step="test_restore"}'], 1);
  const name = await makeNext(server, clock);
  await untilState(server, (state) => state.test?.name === name);
});
