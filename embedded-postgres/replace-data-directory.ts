import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat, writeFile, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";

/**
 * Names of the folder with the new content inside a data directory: while the content is prepared, after the
 * replacement is committed, and while the content is being moved into place.
 */
const DRAFT_PREFIX = "restoring-";
const COMMITTED_NAME = "restored";
const MOVING_NAME = "restored-moving-in";
/** File in the folder with the new content. It contains the path to which the present content is moved. */
const BACKUP_NAME_FILE = "keep-as";
/** Name prefix of folders with former content. */
const FORMER_CONTENT_PREFIX = "before-restore-";
/**
 * Names of files in a data directory that belong to the operator, to a running server, to a replacement or to the file
 * system.
 */
const NON_CONTENT_NAME = new RegExp(
  `^(parlance\\.toml|server\\.(lock.*|json)|postgres-socket|postgres-runtime-.*|postgres\\.new-.*|lost\\+found|${COMMITTED_NAME}|${MOVING_NAME}|(${DRAFT_PREFIX}|${FORMER_CONTENT_PREFIX}).*)$`,
);

/** Lists the files of a data directory that contain data. */
async function listContent(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !NON_CONTENT_NAME.test(name));
}

/** Returns the folders in which content can be whose replacement was committed but not completed. */
export const committedFolders = (dataDir: string): string[] => [
  join(dataDir, COMMITTED_NAME),
  join(dataDir, MOVING_NAME),
];

/** Creates a folder in which new content for a data directory can be prepared. */
export const createReplacementDraft = (dataDir: string): Promise<string> => mkdtemp(join(dataDir, DRAFT_PREFIX));

/**
 * Replaces the content of a data directory with a draft. Returns the folder with the former content, or undefined if
 * the directory had no content. The change is committed with a single rename, so if the process is killed, either the
 * old or the new content is in effect. If the new content has not been moved into place yet, the next process that uses
 * the directory completes this. The caller must hold the directory's lock.
 */
export async function replaceDataDirectory(dataDir: string, draft: string, now: Date): Promise<string | undefined> {
  const isUsed = (await listContent(dataDir)).length > 0;
  const backupName = isUsed ? await createFormerContentFolder(dataDir, now) : undefined;
  await writeToDisk(join(draft, BACKUP_NAME_FILE), backupName ?? "");
  await syncFolder(draft);
  await rename(draft, join(dataDir, COMMITTED_NAME));
  await syncFolder(dataDir);
  await finishReplacement(dataDir);
  return backupName;
}

/** Completes a replacement that was committed but not completed, and removes drafts that were never committed. */
export async function completeReplacement(dataDir: string): Promise<void> {
  await finishReplacement(dataDir);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

async function finishReplacement(dataDir: string): Promise<void> {
  const [settled, movingIn] = [join(dataDir, COMMITTED_NAME), join(dataDir, MOVING_NAME)];
  const backupName = await readFile(join(settled, BACKUP_NAME_FILE), "utf8").catch(undefinedIfMissing);
  if (backupName !== undefined) {
    if (backupName !== "") await moveInto(backupName, dataDir, await listContent(dataDir));
    await rename(settled, movingIn);
  }
  const fresh = await readdir(movingIn).catch(undefinedIfMissing);
  if (fresh === undefined) return;
  const content = fresh.filter((name) => !NON_CONTENT_NAME.test(name) && name !== BACKUP_NAME_FILE);
  await moveInto(dataDir, movingIn, content);
  await rm(movingIn, { recursive: true, force: true, maxRetries: 20 });
}

async function moveInto(to: string, from: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rename(join(from, name), join(to, name));
  await syncFolder(to);
  await syncFolder(from);
}

/**
 * Creates the folder for the former content: beside the data directory, or inside it if the parent folder cannot be
 * used, for example because the data directory is a mounted disk.
 */
async function createFormerContentFolder(dataDir: string, now: Date): Promise<string> {
  const name = `${FORMER_CONTENT_PREFIX}${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const beside = join(dirname(dataDir), `${basename(dataDir)}.${name}`);
  try {
    await mkdir(beside, { mode: 0o700 });
    if ((await stat(beside)).dev === (await stat(dataDir)).dev) return beside;
    await rmdir(beside);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(systemErrorCode(error) ?? "")) throw error;
  }
  const inside = join(dataDir, name);
  await mkdir(inside, { mode: 0o700 });
  return inside;
}

async function writeToDisk(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

function undefinedIfMissing(error: unknown): undefined {
  if (systemErrorCode(error) === "ENOENT") return undefined;
  throw error;
}
