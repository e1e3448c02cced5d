import { access, chmod, lstat, mkdtemp, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findInaccessibleFolder, changeOwner, type OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** What PostgreSQL calls its socket, for the port it believes to have. */
const SOCKET_NAME = ".s.PGSQL.5432";
/** The longest path that a socket may have, on the system that allows least. */
const MAX_SOCKET_PATH_BYTES = 103;
/** In the data directory: leads to the run directory, for people (`psql -h "$PWD/data/postgres-socket"`) and for tidying. */
const LINK_NAME = "postgres-socket";

interface RunDirectoryOptions {
  readonly dataDir: string;
  readonly osUser: OsUser | undefined;
  /** Whether programs will be run from it, which some temporary folders do not allow. */
  readonly executable: boolean;
}

/**
 * Makes the folder that holds PostgreSQL's socket for this run: short-lived, with a short path, and open only to
 * PostgreSQL's user (and root). All access control rests on that last point, because PostgreSQL trusts everyone who reaches
 * the socket. A folder that an earlier run left behind is removed.
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

/** Removes the run directory that the link leads to, if it is ours: after a restart its name may be anybody's. */
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
