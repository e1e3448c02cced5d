import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataDirectoryInUse } from "./errors.ts";
import { announceLiveness, isLivenessAnnounced, type Liveness } from "./liveness.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** A custom setting, which has no meaning to PostgreSQL. */
const OWNER_SETTING = "parlance.holder";
/**
 * File below PostgreSQL's own folder, to which it writes its command line at each start. Cleanup tools do not touch it
 * there.
 */
const COMMAND_LINE_FILE = "postmaster.opts";

/**
 * Returns the setting that records which process owns a database, even if the lock file next to it is lost. Its value
 * has no character with a special meaning on a command line or in a settings file.
 */
export async function ownerSetting(): Promise<Record<string, string>> {
  return { [OWNER_SETTING]: Buffer.from(JSON.stringify(await ownIdentity())).toString("base64url") };
}

/** Shows processes in other containers that the owner of a cluster is alive; see `assertNotInUse`. */
export async function announceOwner(clusterDir: string): Promise<Liveness | undefined> {
  for (const name of await readdir(clusterDir)) {
    if (/^server\..*\.socket$/.test(name)) await rm(join(clusterDir, name), { force: true });
  }
  return announceLiveness(clusterDir, ownerLivenessName(await ownIdentity()));
}

/**
 * Throws if the cluster's database is running and was started by a server that is still alive, whose lock was removed
 * or emptied from outside. A database left by a server that is no longer alive has no owner.
 * @throws DataDirectoryInUse
 */
export async function assertNotInUse(clusterDir: string, { isRunning }: { isRunning: boolean }): Promise<void> {
  const holder = await readOwner(clusterDir);
  if (holder === undefined || holder.pid === process.pid) return;
  const isLiving = await isAlive(holder);
  const isHeld =
    isLiving === undefined ? await isLivenessAnnounced(clusterDir, ownerLivenessName(holder)) : isLiving && isRunning;
  if (isHeld) throw new DataDirectoryInUse(dirname(clusterDir), holder.pid);
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
