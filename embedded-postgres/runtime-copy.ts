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

/**
 * Copies the packaged programs to the data directory, unless a copy of this version exists there. Returns the folder
 * above `bin`.
 */
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

/** Removes copies of the programs, except the one in use. */
export async function removeRuntimeCopies(dataDir: string, inUse: string | undefined): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(COPY_PREFIX) && path !== inUse) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Copies a folder so that all users can read the copy. Files that are already readable by all may be hard-linked, which
 * takes no space. Skips files that only compilers need.
 */
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
  // Without this flush, a power failure could leave a copy that looks complete but is not.
  await file.sync();
}

/**
 * Makes the copied programs usable for the system user even if they are below folders that it may not traverse, such as
 * /root. PostgreSQL must be able to access its own path, and finds its libraries and files relative to it. So the
 * programs are copied to the run directory, and the links `lib` and `share` beside them lead to the data directory
 * through `/proc/self/cwd`, which works without access to the folders above. Every program must therefore be started in
 * a folder directly below the data directory. Returns the folder of the programs.
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
    // Not built with join(), which would resolve the `..` in the text.
    await symlink(`/proc/self/cwd/../${basename(runtime)}/${folder}`, join(runDirectory, folder));
  }
  await changeOwner(runDirectory, osUser);
  return bin;
}

/**
 * Refreshes the timestamps of the links of `createRuntimeLinks`, because some systems delete old files in their
 * temporary folders.
 */
export function refreshRuntimeLinks(runDirectory: string): Disposable {
  const timer = setInterval(() => {
    const now = new Date();
    // If a link was already deleted, this cannot restore it. PostgreSQL will report the missing file.
    for (const folder of ["lib", "share"]) lutimes(join(runDirectory, folder), now, now).catch(() => {});
  }, REFRESH_INTERVAL_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
