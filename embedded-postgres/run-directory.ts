import { access, chmod, lstat, mkdtemp, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findInaccessibleFolder, changeOwner, type OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** Name of PostgreSQL's socket, which contains the configured port. */
const SOCKET_NAME = ".s.PGSQL.5432";
/** Maximum length of a socket's path, on the system with the lowest limit. */
const MAX_SOCKET_PATH_BYTES = 103;
/**
 * A link from the data directory to the run directory. Operators use it (`psql -h "$PWD/data/postgres-socket"`), and
 * the next start finds and removes an old run directory with it.
 */
const LINK_NAME = "postgres-socket";

interface RunDirectoryOptions {
  readonly dataDir: string;
  readonly osUser: OsUser | undefined;
  /** Whether programs will be run from the directory. Some temporary folders do not allow this. */
  readonly executable: boolean;
}

/**
 * Creates the run directory: the folder for PostgreSQL's socket, which exists only while the database runs, has a short
 * path, and is accessible only to PostgreSQL's user and root. All access control depends on this, because PostgreSQL
 * trusts every client that can reach the socket. Removes a folder left behind by an earlier run.
 */
export async function createRunDirectory(options: RunDirectoryOptions) {
  await removeStaleRunDirectories(options.dataDir, options.osUser);
  const path = await makeShortFolder(options);
  await symlink(path, join(options.dataDir, LINK_NAME));
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      const link = join(options.dataDir, LINK_NAME);
      if ((await readlink(link).catch(() => undefined)) === path) await rm(link, { force: true });
    },
  };
}

async function makeShortFolder({ osUser, executable }: RunDirectoryOptions): Promise<string> {
  const reasons: string[] = [];
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp", "/run", "/dev/shm"])) {
    try {
      return await makeFolderIn(await realpath(parent), osUser, executable);
    } catch (error) {
      reasons.push(`${parent}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new EmbeddedPostgresError(
    "No usable folder for the database's socket. It requires a folder with a short path that all users can access; " +
      `set TMPDIR to one. (${reasons.join("; ")})`,
  );
}

async function makeFolderIn(parent: string, osUser: OsUser | undefined, executable: boolean): Promise<string> {
  if (Buffer.byteLength(join(parent, "parlance-XXXXXX", SOCKET_NAME)) > MAX_SOCKET_PATH_BYTES)
    throw new Error("too long");
  const barrier = await findInaccessibleFolder(osUser, parent);
  if (barrier !== undefined) throw new Error(`${osUser?.name} has no access to ${barrier}`);
  const path = await mkdtemp(join(parent, "parlance-"));
  try {
    await chmod(path, 0o700);
    if (executable) await assertExecutable(join(path, "probe"));
    await changeOwner(path, osUser);
    return path;
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function assertExecutable(probe: string): Promise<void> {
  await writeFile(probe, "", { mode: 0o700 });
  await access(probe, constants.X_OK);
  await rm(probe);
}

/**
 * Removes the link, and the run directory that it leads to if this belongs to PostgreSQL's user or to the user of this
 * process. After a restart of the machine, another user may have created a folder with the same name.
 */
async function removeStaleRunDirectories(dataDir: string, osUser: OsUser | undefined): Promise<void> {
  const link = join(dataDir, LINK_NAME);
  const path = await readlink(link).catch(() => undefined);
  if (path === undefined) return;
  const stats = await lstat(path).catch(() => undefined);
  const owners = [process.getuid?.(), osUser?.uid];
  if (stats?.isDirectory() && owners.includes(stats.uid) && /^parlance-\w{6}$/.test(basename(path))) {
    await rm(path, { recursive: true, force: true });
  }
  await rm(link, { force: true });
}
