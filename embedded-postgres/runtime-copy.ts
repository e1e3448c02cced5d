import {
  chmod,
  copyFile,
  link,
  lutimes,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { findInaccessibleFolder, toInaccessibleFolderError, changeOwner, canAccess, type OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { linkLibraries, type Installation } from "./installation.ts";

const COPY_PREFIX = "postgres-runtime-";
const REFRESH_INTERVAL_MS = 12 * 60 * 60 * 1000;

/** Copies the packaged programs into the data directory, unless they are there. Returns the folder above `bin`. */
export async function copyRuntime(installation: Installation, dataDir: string): Promise<string> {
  const { packaged } = installation;
  if (packaged === undefined) throw new EmbeddedPostgresError(`${installation.bin} cannot be copied.`);
  const root = join(dataDir, COPY_PREFIX + packaged.version);
  if ((await stat(root).catch(() => undefined)) !== undefined) return root;

  const draft = `${root}.draft`;
  await rm(draft, { recursive: true, force: true });
  await copyTree(packaged.root, draft);
  await linkLibraries(draft);
  await rename(draft, root);
  return root;
}

/** Removes copies of the programs, except the one that is in use. */
export async function removeRuntimeCopies(dataDir: string, inUse: string | undefined): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(COPY_PREFIX) && path !== inUse) await rm(path, { recursive: true, force: true });
  }
}

/** Copies for all to read; what already is may be linked, which costs nothing. Leaves out what only compilers need. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (["pkgconfig", "pgxs"].includes(entry.name) || entry.name.endsWith(".a")) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyReadable(source, target);
  }
}

async function copyReadable(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  const wanted = (mode & 0o100) === 0 ? 0o644 : 0o755;
  if (
    (mode & wanted) === wanted &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  )
    return;
  await copyFile(source, target);
  await using file = await open(target);
  await file.chmod(wanted);
  // Else a power cut could leave a copy that looks complete and is not.
  await file.sync();
}

/**
 * Lets the system user run the copied programs although they lie behind folders it may not pass, such as /root: PostgreSQL
 * wants its own path to be one it can follow, and finds its libraries and files beside it. So the programs proper are
 * copied into the run directory, and `lib` and `share` beside them lead to the data directory by way of the working
 * directory, which the kernel opens without walking down to it. Every program is therefore started in a folder directly
 * below the data directory. Returns the folder of the programs.
 */
export async function createRuntimeLinks(runDirectory: string, runtime: string, osUser: OsUser): Promise<string> {
  const dataDir = dirname(runtime);
  const stats = await stat(dataDir);
  if (!canAccess(osUser, stats, 0o1)) await chmod(dataDir, (stats.mode & 0o7777) | 0o001);
  if (process.platform !== "linux")
    throw toInaccessibleFolderError((await findInaccessibleFolder(osUser, runtime)) ?? runtime, osUser);

  const bin = join(runDirectory, "bin");
  await mkdir(bin, 0o700);
  for (const program of ["initdb", "postgres"]) await copyFile(join(runtime, "bin", program), join(bin, program));
  for (const folder of ["lib", "share"]) {
    // Not joined by join(), which would take the `..` for a step back in the text.
    await symlink(`/proc/self/cwd/../${basename(runtime)}/${folder}`, join(runDirectory, folder));
  }
  await changeOwner(runDirectory, osUser);
  return bin;
}

/** Keeps the side door's links young, for some systems sweep what is old out of their temporary folders. */
export function refreshRuntimeLinks(runDirectory: string): Disposable {
  const timer = setInterval(() => {
    const now = new Date();
    // A link that is gone cannot be saved by touching it; PostgreSQL will say what it misses.
    for (const folder of ["lib", "share"]) lutimes(join(runDirectory, folder), now, now).catch(() => {});
  }, REFRESH_INTERVAL_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
