// Stores how long each test file took when it last ran here. The longest files start first, and the time left is
// computed from the durations.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.ts";
import { longFiles } from "./long-files.ts";

const CACHE = join(root, "node_modules", ".cache", "test-durations.json");

/** Seconds by path. */
export type Durations = ReadonlyMap<string, number>;

/** Returns the durations of earlier runs, and those of a typical machine for long files that have not run yet. */
export const readDurations = (): Durations => new Map([...longFiles, ...readStored(CACHE)]);

/** Returns the durations of earlier runs. Empty if there was no run, or if the file cannot be read. */
export function readStored(path: string): Durations {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>));
  } catch {
    return new Map();
  }
}

/** Maximum factor by which a stored duration grows with each run, because a file may be slow once on a busy machine. */
const MAX_GROWTH = 1.25;

/** Adds the durations of a run to the stored ones, in one step, because another run may do so at the same time. */
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
