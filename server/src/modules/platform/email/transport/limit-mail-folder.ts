import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";

/** Maximum number of emails stored as files. */
const MAX_FILES = 1000;
/** Maximum total size of these files, in bytes. */
const MAX_BYTES = 50_000_000;
/** Share of the limits to which a cleanup reduces the folder, so that the next email does not cause another cleanup. */
const FILL_RATIO_AFTER_CLEAN_UP = 0.9;
/** Maximum number of files read or deleted at the same time. */
const MAX_PARALLEL_FILES = 32;

/** File sizes in bytes, by name. Caches sizes that were already read. */
export type FileSizes = Map<string, number>;

/**
 * Deletes the oldest emails in a folder if their number or total size exceeds a limit, and logs this. The newest email
 * always remains. Files that are not emails remain too.
 */
export async function limitMailFolder(folder: string, log: Logger, sizes: FileSizes = new Map()): Promise<void> {
  // File names start with the time, so sorting them sorts by age.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  await updateSizes(folder, names, sizes);
  const surplus = surplusOf(names, sizes);
  if (surplus.length === 0) return;
  await inBatches(surplus, (name) => rm(join(folder, name), { force: true }));
  for (const name of surplus) sizes.delete(name);
  log.warn(
    { deleted: surplus.length, folder },
    `deleted the oldest emails that were saved as files: at most ${MAX_FILES} files and ${MAX_BYTES / 1e6} MB are kept`,
  );
}

async function updateSizes(folder: string, names: readonly string[], sizes: FileSizes): Promise<void> {
  const present = new Set(names);
  for (const name of sizes.keys()) if (!present.has(name)) sizes.delete(name);
  await inBatches(
    names.filter((name) => !sizes.has(name)),
    async (name) => {
      const size = await stat(join(folder, name)).then(
        (file) => file.size,
        () => 0,
      );
      sizes.set(name, size);
    },
  );
}

/** Returns the oldest files to delete; an empty list if the files are within the limits. */
function surplusOf(names: readonly string[], sizes: FileSizes): readonly string[] {
  const sizeOf = (name: string) => sizes.get(name) ?? 0;
  let bytes = names.reduce((sum, name) => sum + sizeOf(name), 0);
  if (names.length <= MAX_FILES && bytes <= MAX_BYTES) return [];
  const surplus: string[] = [];
  for (const name of names.slice(0, -1)) {
    const count = names.length - surplus.length;
    if (count <= MAX_FILES * FILL_RATIO_AFTER_CLEAN_UP && bytes <= MAX_BYTES * FILL_RATIO_AFTER_CLEAN_UP) break;
    surplus.push(name);
    bytes -= sizeOf(name);
  }
  return surplus;
}

async function inBatches(names: readonly string[], act: (name: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < names.length; from += MAX_PARALLEL_FILES) {
    await Promise.all(names.slice(from, from + MAX_PARALLEL_FILES).map(act));
  }
}
