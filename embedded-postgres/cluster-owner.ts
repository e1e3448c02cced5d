import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataDirectoryInUse } from "./errors.ts";
import { announceLiveness, isLivenessAnnounced, type Liveness } from "./liveness.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** A custom PostgreSQL setting. PostgreSQL itself ignores it. */
const OWNER_SETTING = "parlance.holder";
/**
 * The file in the cluster's folder to which PostgreSQL writes its command line at each start. Tools that delete lock
 * files do not touch this file.
 */
const COMMAND_LINE_FILE = "postmaster.opts";

/**
 * Returns the setting that records which process owns a database, in case the lock file next to the database is lost.
 * The value has no characters with a special meaning on a command line or in a settings file.
 */
export async function ownerSetting(): Promise<Record<string, string>> {
  return { [OWNER_SETTING]: Buffer.from(JSON.stringify(await ownIdentity())).toString("base64url") };
}

/**
 * Creates the socket that shows processes in other containers that the owner of a cluster is alive, and removes those
 * of earlier owners; see `assertNotInUse`.
 */
export async function announceOwner(clusterDir: string): Promise<Liveness | undefined> {
  for (const name of await readdir(clusterDir)) {
    if (/^server\..*\.socket$/.test(name)) await rm(join(clusterDir, name), { force: true });
  }
  return announceLiveness(clusterDir, ownerLivenessName(await ownIdentity()));
}

/**
 * Throws if the cluster belongs to a server that is still alive, even if that server's lock file was deleted or
 * emptied. A database whose server has died is free. `isRunning`: whether the cluster's processes run; if not, a server
 * in the same container does not use the cluster.
 * @throws DataDirectoryInUse
 */
export async function assertNotInUse(clusterDir: string, { isRunning }: { isRunning: boolean }): Promise<void> {
  const owner = await readOwner(clusterDir);
  if (owner === undefined || owner.pid === process.pid) return;
  const isLiving = await isAlive(owner);
  const isInUse =
    isLiving === undefined ? await isLivenessAnnounced(clusterDir, ownerLivenessName(owner)) : isLiving && isRunning;
  if (isInUse) throw new DataDirectoryInUse(dirname(clusterDir), owner.pid);
}

async function readOwner(clusterDir: string): Promise<ProcessIdentity | undefined> {
  const options = await readFile(join(clusterDir, COMMAND_LINE_FILE), "utf8").catch(() => "");
  const [, value] = new RegExp(`${OWNER_SETTING}=([\\w-]+)`).exec(options) ?? [];
  if (value === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(value, "base64url").toString()) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/**
 * Returns the name of the socket in the cluster's folder that shows that the process is alive. It disappears with the
 * process.
 */
const ownerLivenessName = ({ pid, startedAt }: ProcessIdentity): string =>
  `server.${pid}-${startedAt.replace(/\W+/g, "-")}.socket`;
