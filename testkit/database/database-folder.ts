import { readFileSync, statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** More than the databases of a run take, with room for all else. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Makes a folder for a database of tests: in memory where there is plenty, because most of the work of creating, copying and
 * dropping one is that of the disk's file system.
 */
export const createDatabaseFolder = (prefix: string): Promise<string> => mkdtemp(join(parent, prefix));

const parent = hasEnoughMemory() ? MEMORY_FOLDER : tmpdir();

function hasEnoughMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES && allowsExecutables();
  } catch {
    return false;
  }
}

/** Where its account cannot reach them, a database comes with a copy of its programs. */
function allowsExecutables(): boolean {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).findLast(([, folder]) => folder === MEMORY_FOLDER)?.[3];
  return options !== undefined && !options.split(",").includes("noexec");
}
