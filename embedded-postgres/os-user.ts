import { chown, lchown, readFile, readdir, realpath, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./errors.ts";

/**
 * The system user as which PostgreSQL's programs run. Needed only if this process runs as root, because PostgreSQL
 * refuses to run as root.
 */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the system user for the cluster. Returns undefined if this process does not run as root, because PostgreSQL
 * then runs as the same user; throws if the cluster belongs to another user. For root, returns the owner of the
 * cluster, so that a database created by an ordinary user still belongs to that user, or else an unprivileged user.
 */
export async function chooseOsUser(clusterDir: string): Promise<OsUser | undefined> {
  const owner = await stat(clusterDir).catch(() => undefined);
  const self = process.getuid?.();
  if (self === undefined) throw new EmbeddedPostgresError("The embedded database does not run on this system.");
  if (self !== 0) {
    if (owner === undefined || owner.uid === self) return undefined;
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} belongs to user ${owner.uid}, and you are user ${self}. ` +
        `Start the server as that user or as root, or change the folder's owner with chown -R.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  return unprivilegedUser();
}

/** initdb looks its user up by user id, so the system user must have an entry in /etc/passwd. */
async function unprivilegedUser(): Promise<OsUser> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const accounts = lines.flatMap((line) => {
    const [name = "", , uid, gid] = line.split(":");
    const osUser = { name: `"${name}"`, uid: Number(uid), gid: Number(gid) };
    return ["nobody", "daemon"].includes(name) && osUser.uid > 0 && osUser.gid > 0 ? [osUser] : [];
  });
  const found = accounts.find(({ name }) => name === '"nobody"') ?? accounts[0];
  if (found !== undefined) return found;
  throw new EmbeddedPostgresError(
    "PostgreSQL cannot run as root, and /etc/passwd has neither `nobody` nor `daemon` to run it as. " +
      "Start the server as an ordinary user, or set DATABASE_URL.",
  );
}

/** Changes the owner of a folder and everything in it to the system user. Does nothing if `osUser` is undefined. */
export async function changeOwner(path: string, osUser: OsUser | undefined): Promise<void> {
  if (osUser === undefined) return;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), osUser.uid, osUser.gid);
  }
  await chown(path, osUser.uid, osUser.gid);
}

/**
 * Returns the first folder of the path, including `path` itself, that the system user may not traverse, or undefined if
 * all can be traversed. Checks only file modes. If an access control list grants more, the workaround is used
 * needlessly, which costs little.
 */
export async function findInaccessibleFolder(osUser: OsUser | undefined, path: string): Promise<string | undefined> {
  if (osUser === undefined) return undefined;
  const folders = [await realpath(path)];
  for (let folder = folders[0] ?? "/"; folder !== dirname(folder);) {
    folder = dirname(folder);
    folders.unshift(folder);
  }
  for (const folder of folders) {
    if (!canAccess(osUser, await stat(folder), 0o1)) return folder;
  }
  return undefined;
}

/**
 * Returns whether the system user has all the given permissions (1 traverse or execute, 2 write, 4 read) for a file or
 * folder.
 */
export function canAccess(osUser: OsUser, { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">, rights: number) {
  const shift = uid === osUser.uid ? 6 : gid === osUser.gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

/**
 * Creates the error for a folder that the system user cannot traverse, and whose mode this process should not change.
 */
export function toInaccessibleFolderError(folder: string, osUser: OsUser): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, so it runs as ${osUser.name}, which has no access to the folder ${folder}. ` +
      `Allow that with \`chmod o+x ${folder}\`, choose another folder, or start the server as an ordinary user.`,
  );
}
