// Stores how long each test file took when it last ran in this checkout. The durations are used to start the longest
// files first, and to estimate the remaining time of a run.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.ts";
import { longFiles } from "./long-files.ts";

const CACHE = join(root, "node_modules", ".cache", "test-durations.json");

/** Durations in seconds, by the path of the file. */
export type Durations = ReadonlyMap<string, number>;

/** Returns the stored durations. For long files that have not run yet, returns their durations on a typical machine. */
export const readDurations = (): Durations => new Map([...longFiles, ...readStored(CACHE)]);

/** Returns the stored durations. Empty if there are none, or if the file cannot be read. */
export function readStored(path: string): Durations {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>));
  } catch {
    return new Map();
  }
}

/**
 * Factor by which a stored duration can grow in one run. It is limited because a file may take long once if the machine
 * is busy.
 */
const MAX_GROWTH = 1.25;

/**
 * Adds the durations of a run to the stored durations. The file is replaced in one step, because another run may read
 * or write it at the same time.
 */
export function storeDurations(files: readonly { file: string; seconds: number }[], path = CACHE): void {
  const durations = new Map(readStored(path));
  for (const { file, seconds } of files) {
    const stored = durations.get(file);
    const limit = stored === undefined ? Number.POSITIVE_INFINITY : Math.max(stored, 1) * MAX_GROWTH;
    durations.set(file, Math.round(Math.min(seconds, limit) * 100) / 100);
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(Object.fromEntries(durations), null, 1));
  renameSync(`${path}.${process.pid}`, path);
}
