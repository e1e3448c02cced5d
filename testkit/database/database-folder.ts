import { readFileSync, statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder of Linux's file system in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** Minimum free memory: more than the databases of a run need, with room for everything else. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder for a test database: in memory if there is enough, because most of the work of creating, copying and
 * dropping databases is done by the disk's file system.
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

/**
 * Whether programs can be executed in memory: if the database's account cannot access the installed programs, it uses a
 * copy in its folder.
 */
function allowsExecutables(): boolean {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).findLast(([, folder]) => folder === MEMORY_FOLDER)?.[3];
  return options !== undefined && !options.split(",").includes("noexec");
}
