import type { Clock } from "../base/clock.ts";
import type { FileStore } from "./file-store.ts";

/** How old a file has to be to count as left behind: until then, it may still get its row. */
const ORPHANED_AFTER_MS = 2 * 24 * 3600 * 1000;

/** So many are looked at together. */
const BATCH_SIZE = 500;

/** What is to be swept, by whom. */
export interface OrphanedFilesOptions {
  readonly files: FileStore;
  /** What the names of the files begin with. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Deletes files that were stored for something of which there is no row in the end, as where a server was killed. */
export async function deleteOrphanedFiles(
  { files, prefix, clock, signal }: OrphanedFilesOptions,
  withoutRow: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const before = clock.now().getTime() - ORPHANED_AFTER_MS;
  let old: string[] = [];
  for await (const { name, storedAt } of files.list(prefix)) {
    if (signal.aborted) return;
    if (storedAt.getTime() < before) old.push(name);
    if (old.length < BATCH_SIZE) continue;
    await files.delete(await withoutRow(old));
    old = [];
  }
  await files.delete(await withoutRow(old));
}
