import type { Clock } from "../base/clock.ts";
import type { FileStore } from "./file-store.ts";

/** Minimum age of a file that counts as orphaned. Before that, its row may still be created. */
const ORPHANED_AFTER_MS = 2 * 24 * 3600 * 1000;

/** Number of files checked together. */
const BATCH_SIZE = 500;

/** Options of `deleteOrphanedFiles`. */
export interface OrphanedFilesOptions {
  readonly files: FileStore;
  /** Prefix of the files' names. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Deletes files that were stored for a row that was never created, for example because a server was killed. */
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
