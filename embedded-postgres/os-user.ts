import { chown, lchown, readFile, readdir, realpath, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./errors.ts";

/** Whom PostgreSQL runs as, where that is not who we are: it refuses to run as root. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the system user for the cluster. An ordinary user keeps their own: undefined. For root it is the owner of the
 * cluster, so that a database begun by an ordinary user stays theirs, or else one without rights.
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

/** initdb looks its user up by number, so the system user must have an entry in the system's list. */
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

/** Gives a folder and all in it to the system user. Does nothing where that is nobody else. */
export async function changeOwner(path: string, osUser: OsUser | undefined): Promise<void> {
  if (osUser === undefined) return;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), osUser.uid, osUser.gid);
  }
  await chown(path, osUser.uid, osUser.gid);
}

/**
 * The first folder on the way to `path`, itself included, that the system user may not pass; undefined when it gets there.
 * Judges by modes alone: where an access list grants more, the way around costs little.
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

/** Whether the system user has all the given rights (1 pass or execute, 2 write, 4 read) to a file or folder. */
export function canAccess(osUser: OsUser, { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">, rights: number) {
  const shift = uid === osUser.uid ? 6 : gid === osUser.gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

/** The error for a folder that stands in the system user's way and that is not ours to open. */
export function toInaccessibleFolderError(folder: string, osUser: OsUser): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, so it runs as ${osUser.name}, which has no access to the folder ${folder}. ` +
      `Allow that with \`chmod o+x ${folder}\`, choose another folder, or start the server as an ordinary user.`,
  );
}
