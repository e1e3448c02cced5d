import { readFileSync, statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder of Linux's in-memory file system. */
const MEMORY_FOLDER = "/dev/shm";
/** Minimum free memory for databases in memory, in bytes. More than the databases of a test run need. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder for a test database. It is in memory if there is enough, because creating, copying and dropping
 * databases is mainly work for the file system.
 */
export const createDatabaseFolder = (prefix: string, parent = defaultParent): Promise<string> =>
  mkdtemp(join(parent, prefix));

const defaultParent = hasEnoughMemory() ? MEMORY_FOLDER : tmpdir();

function hasEnoughMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES && allowsExecutables();
  } catch {
    return false;
  }
}

/**
 * Returns whether programs in the in-memory file system can be executed. This is needed if the database's system user
 * cannot access the installed programs, because it then runs a copy from its folder.
 */
function allowsExecutables(): boolean {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).findLast(([, folder]) => folder === MEMORY_FOLDER)?.[3];
  return options !== undefined && !options.split(",").includes("noexec");
}
