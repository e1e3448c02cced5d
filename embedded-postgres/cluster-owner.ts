import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataDirectoryInUse } from "./errors.ts";
import { announceLiveness, isLivenessAnnounced, type Liveness } from "./liveness.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** A setting of PostgreSQL's that means nothing to it. */
const OWNER_SETTING = "parlance.holder";
/** PostgreSQL writes its command line there at each start, below its own folder, where nobody tidies up. */
const COMMAND_LINE_FILE = "postmaster.opts";

/**
 * The setting by which a database says who holds it, whatever happens to the lock beside it. Its value has no character
 * that means something on a command line or in a settings file.
 */
export async function ownerSetting(): Promise<Record<string, string>> {
  return { [OWNER_SETTING]: Buffer.from(JSON.stringify(await ownIdentity())).toString("base64url") };
}

/** Shows processes in other containers that the holder of a cluster lives; see `assertNotInUse`. */
export async function announceOwner(clusterDir: string): Promise<Liveness | undefined> {
  for (const name of await readdir(clusterDir)) {
    if (/^server\..*\.socket$/.test(name)) await rm(join(clusterDir, name), { force: true });
  }
  return announceLiveness(clusterDir, ownerLivenessName(await ownIdentity()));
}

/**
 * Throws if the cluster's database runs and was started by a server that still lives: its lock was removed or emptied from
 * outside. What a server left that does not live any more is nobody's.
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

/** In the cluster's folder, and gone with the process. */
const ownerLivenessName = ({ pid, startedAt }: ProcessIdentity): string =>
  `server.${pid}-${startedAt.replace(/\W+/g, "-")}.socket`;
