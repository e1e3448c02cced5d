import { access, chmod, lstat, mkdtemp, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findInaccessibleFolder, changeOwner, type OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** Name that PostgreSQL gives its socket, from its configured port. */
const SOCKET_NAME = ".s.PGSQL.5432";
/** Maximum length of a socket's path, on the system with the lowest limit. */
const MAX_SOCKET_PATH_BYTES = 103;
/**
 * A link in the data directory to the run directory, for operators (`psql -h "$PWD/data/postgres-socket"`) and for
 * cleaning up.
 */
const LINK_NAME = "postgres-socket";

interface RunDirectoryOptions {
  readonly dataDir: string;
  readonly osUser: OsUser | undefined;
  /** Whether programs will be run from the directory, which some temporary folders do not allow. */
  readonly executable: boolean;
}

/**
 * Creates the folder for PostgreSQL's socket of this run: short-lived, with a short path, and accessible only to
 * PostgreSQL's user (and root). All access control depends on that last point, because PostgreSQL trusts every client
 * that reaches the socket. A folder left behind by an earlier run is removed.
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
 * Removes the run directory that the link leads to, if it is ours. After a restart of the machine, another user may
 * have created a folder with its name.
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
