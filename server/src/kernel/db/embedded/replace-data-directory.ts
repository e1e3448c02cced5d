import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat, writeFile, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./errors.ts";

/** What is made to replace the content of a data directory goes by these names inside it, one after the other. */
const DRAFT_PREFIX = "restoring-";
const SETTLED = "restored";
const MOVING_IN = "restored-moving-in";
/** In the folder: where the present content goes. */
const KEEP_AS = "keep-as";
/** Former contents, where they could not be put beside the data directory. */
const KEPT_PREFIX = "before-restore-";
/** What a data directory holds for the sake of a run, or of a replacement, and what file systems put there. */
const NOT_CONTENT = new RegExp(
  `^(server\\.(lock.*|json)|postgres-socket|postgres-runtime-.*|postgres\\.new-.*|lost\\+found|${SETTLED}|${MOVING_IN}|(${DRAFT_PREFIX}|${KEPT_PREFIX}).*)$`,
);

/** What a data directory holds that somebody may miss. */
async function contentOf(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !NOT_CONTENT.test(name));
}

/** Makes a folder in which new content for a data directory can be prepared. */
export const draftReplacement = (dataDir: string): Promise<string> => mkdtemp(join(dataDir, DRAFT_PREFIX));

/**
 * Replaces the content of a data directory with a draft, and returns where the former content is kept; undefined if there
 * was none. It is decided in one step: a process that is killed leaves the old state or the new one. If the new one is
 * incomplete, the next process that uses the directory completes it. The caller holds the directory's lock.
 */
export async function replaceContent(dataDir: string, draft: string, now: Date): Promise<string | undefined> {
  const isUsed = (await contentOf(dataDir)).length > 0;
  const keepAs = isUsed ? await makeKeptFolder(dataDir, now) : undefined;
  await writeToDisk(join(draft, KEEP_AS), keepAs ?? "");
  await syncFolder(draft);
  await rename(draft, join(dataDir, SETTLED));
  await syncFolder(dataDir);
  await complete(dataDir);
  return keepAs;
}

/** Completes a replacement that was settled and not completed, and removes drafts that never were settled. */
export async function completeReplacement(dataDir: string): Promise<void> {
  await complete(dataDir);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

async function complete(dataDir: string): Promise<void> {
  const [settled, movingIn] = [join(dataDir, SETTLED), join(dataDir, MOVING_IN)];
  const keepAs = await readFile(join(settled, KEEP_AS), "utf8").catch(ifMissing);
  if (keepAs !== undefined) {
    if (keepAs !== "") await moveInto(keepAs, dataDir, await contentOf(dataDir));
    await rename(settled, movingIn);
  }
  const fresh = await readdir(movingIn).catch(ifMissing);
  if (fresh === undefined) return;
  const content = fresh.filter((name) => !NOT_CONTENT.test(name) && name !== KEEP_AS);
  await moveInto(dataDir, movingIn, content);
  await rm(movingIn, { recursive: true, force: true, maxRetries: 20 });
}

async function moveInto(to: string, from: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rename(join(from, name), join(to, name));
  await syncFolder(to);
  await syncFolder(from);
}

/** Beside the data directory; inside it where that is not possible, for example because another disk is mounted there. */
async function makeKeptFolder(dataDir: string, now: Date): Promise<string> {
  const name = `${KEPT_PREFIX}${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const beside = join(dirname(dataDir), `${basename(dataDir)}.${name}`);
  try {
    await mkdir(beside, { mode: 0o700 });
    if ((await stat(beside)).dev === (await stat(dataDir)).dev) return beside;
    await rmdir(beside);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "")) throw error;
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

function ifMissing(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
