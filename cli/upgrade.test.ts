import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { SmallDisk, until, withoutDisks } from "@parlance/testkit";
import { version } from "@parlance/kernel/base/version.ts";
import { NEW_VERSION, PLATFORM, writeArchive, writeChecksum, writeInstallation } from "./fixtures/fake-distribution.ts";
import { run } from "./run.ts";

const [OLD_NAME, NEW_NAME] = [`parlance-${version}-${PLATFORM}`, `parlance-${NEW_VERSION}-${PLATFORM}`];
const UPGRADE_PROCESS = fileURLToPath(new URL("fixtures/upgrade-process.ts", import.meta.url));

async function createFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-upgrade-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** An installed distribution, its link, and a data directory, with an archive to upgrade to. */
async function createInstallation(t: TestContext, details: Parameters<typeof writeArchive>[2] = {}, at?: string) {
  const parent = at ?? (await createFolder(t));
  const downloads = await createFolder(t);
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-upgrade-"));
  t.after(async () => {
    stopServer(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  const { home, link } = writeInstallation(parent);
  return { parent, home, link, dataDir, downloads, archive: writeArchive(downloads, NEW_VERSION, details) };
}

type Installation = Awaited<ReturnType<typeof createInstallation>>;

/** Runs the command. Returns its exit status and its output. `path`: where programs are searched. */
async function upgrade(
  { home, dataDir, path = process.env["PATH"] }: Installation & { path?: string },
  file: string,
  ...more: readonly string[]
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let code = 0;
  const args = ["upgrade", file, "--data-dir", dataDir, "--config", await emptySettings(dataDir), "--json", ...more];
  await run(args, {
    env: { PATH: path },
    stdin: Readable.from([]),
    stdout,
    stderr,
    stopSignal: () => new AbortController().signal,
    exitWith: (status) => void (code = status),
    isDistribution: true,
    distributionFolder: home,
  });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

/** Creates an empty settings file, so that the settings of this machine are ignored. */
async function emptySettings(dataDir: string): Promise<string> {
  const path = join(dataDir, "parlance.toml");
  await appendFile(path, "");
  return path;
}

/** Starts the server through the link, as docs/install.md does without a supervisor. */
async function startServer({ link, dataDir, parent }: Installation, { isUnit = false } = {}): Promise<ChildProcess> {
  const serve = `exec '${join(link, "parlance")}' serve --data-dir '${dataDir}' --port 0`;
  // systemd sets the variable for the processes that it starts.
  const command = isUnit ? `export SYSTEMD_EXEC_PID=$$; ${serve}` : serve;
  const child = spawn("/bin/sh", ["-c", command], { cwd: parent, stdio: "ignore" });
  await until(() => readAddress(dataDir));
  return child;
}

function readAddress(dataDir: string): { readonly pid: number; readonly url: string } | undefined {
  const path = join(dataDir, "server.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8") || "null") : undefined;
}

function stopServer(dataDir: string): void {
  const address = readAddress(dataDir);
  if (address) process.kill(address.pid, "SIGTERM");
}

/** Returns the release of the running server. */
const servedRelease = async (dataDir: string): Promise<string> => (await fetch(readAddress(dataDir)?.url ?? "")).text();

test("an upgrade lets the link lead to the new release, and the server runs with it", async (t) => {
  const installation = await createInstallation(t);
  const { parent, link, dataDir, archive } = installation;
  await startServer(installation);
  const { code, out, err } = await upgrade(installation, archive);
  assert.equal(code, 0, err);
  assert.deepEqual(JSON.parse(out), {
    from: version,
    to: NEW_VERSION,
    folder: join(parent, NEW_NAME),
    restarted: true,
  });
  assert.equal(await servedRelease(dataDir), NEW_VERSION);
  assert.equal(await readlink(link), NEW_NAME);
  assert.deepEqual((await readdir(parent)).toSorted(), [OLD_NAME, NEW_NAME, "parlance"].toSorted());
});

test("a server that systemd has started is restarted by systemd", async (t) => {
  const installation = await createInstallation(t, { behavior: "ends" });
  const { link, dataDir, archive, downloads } = installation;
  const child = await startServer(installation, { isUnit: true });
  const log = join(downloads, "systemctl.log");
  // Like systemd with a unit that it has given up restarting, the first restart fails.
  const systemctl = `#!/bin/sh
echo "$*" >> '${log}'
case "$1" in
  status) echo "● parlance.service - Parlance" ;;
  restart)
    kill ${child.pid}; while [ -e '${dataDir}/server.json' ]; do sleep 0.05; done
    '${link}/parlance' serve --data-dir '${dataDir}' --port 0 </dev/null >/dev/null 2>&1 &
    [ "$(readlink '${link}')" = '${OLD_NAME}' ] || exit 1 ;;
esac
`;
  await writeFile(join(downloads, "systemctl"), systemctl, { mode: 0o755 });
  const path = `${downloads}:${process.env["PATH"]}`;
  const { code, err } = await upgrade({ ...installation, path }, archive, "--timeout", "20");
  assert.equal(code, 1);
  assert.match(
    err,
    /systemd could not restart parlance\.service.*leads to release .* again, and the server runs with it/,
  );
  assert.equal(await servedRelease(dataDir), version);
  const calls = readFileSync(log, "utf8").trim().split("\n");
  const restart = ["reset-failed parlance.service", "restart parlance.service"];
  assert.deepEqual(calls.slice(1), [...restart, ...restart]);
});

test("if no server is running, the link leads to the new release, and nothing is started", async (t) => {
  const installation = await createInstallation(t);
  const { code, out, err } = await upgrade(installation, installation.archive);
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).restarted, false);
  assert.equal(readAddress(installation.dataDir), undefined);
});

for (const behavior of ["not-ready", "ends"] as const) {
  test(`if the new server ${behavior === "ends" ? "ends" : "is not ready in time"}, the former release serves again`, async (t) => {
    const installation = await createInstallation(t, { behavior });
    const { link, dataDir, archive } = installation;
    await startServer(installation);
    const { code, err } = await upgrade(installation, archive, "--timeout", "2");
    assert.equal(code, 1);
    assert.match(err, /not ready within 2 s.*leads to release .* again, and the server runs with it/);
    assert.equal(await readlink(link), OLD_NAME);
    assert.equal(await servedRelease(dataDir), version);
  });
}

test("an archive that must not be used is rejected, and nothing is changed", async (t) => {
  const installation = await createInstallation(t);
  const { parent, link, archive, downloads } = installation;
  const assertRejected = async (file: string, reason: RegExp) => {
    const { code, err } = await upgrade(installation, file);
    assert.equal(code, 1);
    assert.match(err, reason);
    assert.deepEqual((await readdir(parent)).toSorted(), [OLD_NAME, "parlance"].toSorted());
    assert.equal(await readlink(link), OLD_NAME);
  };
  const copyTo = async (name: string) => {
    await copyFile(archive, join(downloads, name));
    writeChecksum(join(downloads, name));
    return join(downloads, name);
  };
  await assertRejected(join(downloads, "parlance.tar.gz"), /is not the name of a distribution/);
  await assertRejected(await copyTo(`parlance-${NEW_VERSION}-darwin-arm64.tar.gz`), /is for darwin-arm64/);
  await assertRejected(await copyTo(`parlance-${version}-${PLATFORM}.tar.gz`), /is not newer/);
  await assertRejected(await copyTo(`parlance-98.0.0-${PLATFORM}.tar.gz`), /its program is release 99\.0\.0/);
  const needing = (release: string) => `-- Oldest release that can run on the result: ${release}\nselect 1;`;
  await assertRejected(
    writeArchive(downloads, "97.0.0", { migration: needing("96.0.0") }),
    /could not run any more after the migration 9999_later\.sql.*Upgrade to release 96\.0\.0 first/,
  );
  await assertRejected(writeArchive(downloads, "97.0.0", { migration: "select 1;" }), /Upgrade by hand/);
  await appendFile(archive, "more");
  await assertRejected(archive, /is damaged/);
  await rm(`${archive}.sha256`);
  await assertRejected(archive, /\.sha256 is missing/);

  const allowed = writeArchive(downloads, "97.0.0", { migration: needing(version) });
  assert.equal((await upgrade(installation, allowed)).code, 0);
});

test("without a link to the distribution, with two links, or with data in its folder, an upgrade changes nothing", async (t) => {
  const installation = await createInstallation(t);
  const { parent, home, link, archive } = installation;
  const inside = join(home, "data");
  await mkdir(inside);
  assert.match((await upgrade({ ...installation, dataDir: inside }, archive)).err, /move it elsewhere first/);
  await symlink(basename(home), join(parent, "second"));
  assert.match((await upgrade(installation, archive)).err, /several links lead to/);
  await rm(join(parent, "second"));
  await rename(link, join(await createFolder(t), "elsewhere"));
  assert.match((await upgrade(installation, archive)).err, /no link in .* leads to .*ln -s/);
  assert.deepEqual(await readdir(parent), [OLD_NAME]);
});

test(
  "if the disk is full, nothing of the new release remains, and the server keeps running",
  { skip: withoutDisks },
  async (t) => {
    const disk = new SmallDisk(2);
    const installation = await createInstallation(t, {}, disk.folder);
    const { link, dataDir, archive } = installation;
    await startServer(installation);
    await disk.fill();
    const { code, err } = await upgrade(installation, archive);
    assert.equal(code, 1);
    assert.match(err, /could not be unpacked in .*No space left on device.*Nothing was changed/);
    await disk.deleteFiller();
    assert.deepEqual((await readdir(disk.folder)).toSorted(), [OLD_NAME, "parlance"].toSorted());
    assert.equal(await readlink(link), OLD_NAME);
    assert.equal(await servedRelease(dataDir), version);
    assert.equal((await upgrade(installation, archive)).code, 0);
    assert.equal(await servedRelease(dataDir), NEW_VERSION);
  },
);

test("if an upgrade is killed at any point, the link leads to a complete release, and the next upgrade succeeds", async (t) => {
  /** The points at which an upgrade is killed: as soon as the condition is met. */
  const points: readonly ((installation: Installation) => Promise<boolean> | boolean)[] = [
    async ({ parent }) => (await readdir(parent)).some((name) => name.startsWith(".parlance-upgrade-")),
    async ({ parent }) => {
      const [unfinished] = (await readdir(parent)).filter((name) => name.startsWith(".parlance-upgrade-"));
      return unfinished !== undefined && existsSync(join(parent, unfinished, "program/parlance.mjs"));
    },
    ({ parent }) => existsSync(join(parent, NEW_NAME)),
    async ({ link }) => (await readlink(link)) === NEW_NAME,
    ({ dataDir }) => readAddress(dataDir) === undefined,
  ];
  for (const point of points) {
    const installation = await createInstallation(t);
    const { parent, home, link, dataDir, archive } = installation;
    // Only the last point needs a server, which takes longer.
    if (point === points.at(-1)) await startServer(installation);
    const args = [UPGRADE_PROCESS, home, archive, "--data-dir", dataDir, "--config", await emptySettings(dataDir)];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    await until(async () => child.exitCode !== null || (await point(installation)));
    child.kill("SIGKILL");
    await ended;

    const release = execFileSync(join(link, "parlance"), ["--version"], { encoding: "utf8" }).trim();
    assert.equal(basename(await readlink(link)), `parlance-${release}-${PLATFORM}`);
    if (release === version) assert.equal((await upgrade(installation, archive)).code, 0);
    const leftovers = (await readdir(parent)).filter((name) => name.startsWith("."));
    assert.deepEqual(release === version ? leftovers : [], []);
    assert.equal(await readlink(link), NEW_NAME);
  }
});
