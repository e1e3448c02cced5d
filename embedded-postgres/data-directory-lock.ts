import { randomUUID } from "node:crypto";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DataDirectoryInUse, EmbeddedPostgresError, explainError } from "./errors.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";
import { announceLiveness, isLivenessAnnounced } from "./liveness.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** The content of `server.lock`. Every acquired lock has a unique id. */
interface LockFile extends ProcessIdentity {
  readonly id: string;
}

const LOCK_NAME = "server.lock";
const ABANDONED_AFTER_MS = 60_000;

/**
 * Makes this process the only server of `dataDir`, which must exist, until `release()` or the end of the process.
 * Throws `DataDirectoryInUse` immediately if another living server owns the directory, and `EmbeddedPostgresError` if
 * the directory cannot be locked.
 * Algorithm: `server.lock` names the owner. A free lock is acquired with link(2), which fails if the file exists. The
 * lock of a dead process is not removed, because between the check and the removal, another starter may have created a
 * new lock. Instead, the starters first decide on a *successor* of the dead lock, again with link(2): the successor's
 * file name contains the id of the dead lock, which is unique. The successor then replaces `server.lock` with
 * rename(2), provided that `server.lock` is still the dead lock, and only then removes its successor file. If a
 * successor dies before that, it gets a successor itself, so readers follow the chain to its end.
 */
export async function acquireDataDirectoryLock(dataDir: string): Promise<{ release(): Promise<void> }> {
  try {
    return await acquire(dataDir);
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

async function acquire(directory: string): Promise<{ release(): Promise<void> }> {
  const lock: LockFile = { id: randomUUID(), ...(await ownIdentity()) };
  const draft = join(directory, `${LOCK_NAME}.${lock.id}.draft`);
  await using attempt = new AsyncDisposableStack();
  attempt.defer(() => rm(draft, { force: true }));
  await writeToDisk(draft, JSON.stringify(lock));

  await using resources = new AsyncDisposableStack();
  const presence = await announceLiveness(directory, livenessName(lock));
  resources.defer(async () => presence?.withdraw());
  await claim(directory, draft);
  resources.defer(async () => {
    const path = join(directory, LOCK_NAME);
    if ((await readLock(path))?.id === lock.id) await rm(path);
  });
  await removeAbandoned(directory, lock);

  const acquired = resources.move();
  return { release: () => acquired.disposeAsync() };
}

async function claim(directory: string, draft: string): Promise<void> {
  const path = join(directory, LOCK_NAME);
  // If a round has no result, another process acquired or released the lock in the meantime.
  for (let round = 0; round < 100; round++) {
    if (await tryLink(draft, path)) return;
    const chain = await readChain(directory);
    const last = chain.at(-1);
    if (last === undefined) continue;
    if (await isLockAlive(directory, last)) throw new DataDirectoryInUse(directory, last.pid);
    if (await isSucceeded(directory, chain, last, draft)) return;
  }
  throw new EmbeddedPostgresError(`Cannot lock ${path}: other servers keep taking and releasing it.`);
}

async function isSucceeded(
  directory: string,
  chain: readonly LockFile[],
  last: LockFile,
  draft: string,
): Promise<boolean> {
  const successor = successorPath(directory, last);
  if (!(await tryLink(draft, successor))) return false;
  if ((await readLock(join(directory, LOCK_NAME)))?.id !== chain[0]?.id) {
    await rm(successor, { force: true });
    return false;
  }
  await rename(draft, join(directory, LOCK_NAME));
  for (const dead of chain) {
    await rm(successorPath(directory, dead), { force: true });
    await rm(join(directory, livenessName(dead)), { force: true });
  }
  return true;
}

/**
 * Returns the lock, followed by its chain of successors that died before they replaced it. Empty if there is no lock.
 */
async function readChain(directory: string): Promise<LockFile[]> {
  const chain: LockFile[] = [];
  let next = await readLock(join(directory, LOCK_NAME));
  while (next !== undefined) {
    chain.push(next);
    next = await readLock(successorPath(directory, next));
  }
  return chain;
}

async function isLockAlive(directory: string, lock: LockFile): Promise<boolean> {
  return (await isAlive(lock)) ?? isLivenessAnnounced(directory, livenessName(lock));
}

async function readLock(path: string): Promise<LockFile | undefined> {
  try {
    await using file = await open(path);
    const [text, { ino }] = await Promise.all([file.readFile("utf8"), file.stat()]);
    return (
      parseLock(text) ?? {
        id: `unreadable-${ino}`,
        pid: 0,
        startedAt: "",
        boot: "",
        pidNamespace: "",
      }
    );
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseLock(text: string): LockFile | undefined {
  try {
    const { id, pid, startedAt, boot, pidNamespace } = JSON.parse(text) as Partial<LockFile>;
    const texts = [id, startedAt, boot, pidNamespace];
    if (typeof pid !== "number" || !texts.every((value) => typeof value === "string")) return undefined;
    return /^[\w-]+$/.test(String(id)) ? (JSON.parse(text) as LockFile) : undefined;
  } catch {
    return undefined;
  }
}

async function tryLink(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function writeToDisk(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  // Without this flush, a power failure could leave an empty lock, which does not identify its owner.
  await file.sync();
}

/**
 * Removes files left behind by starters that were killed. Recent files are left alone, because they may belong to a
 * starter that is about to be rejected.
 */
async function removeAbandoned(directory: string, lock: LockFile): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(`${LOCK_NAME}.`) || name.includes(lock.id)) continue;
    const path = join(directory, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

const successorPath = (directory: string, lock: LockFile) => join(directory, `${LOCK_NAME}.${lock.id}.successor`);
const livenessName = (lock: LockFile) => `${LOCK_NAME}.${lock.id}.socket`;
