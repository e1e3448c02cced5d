import type { Clock } from "../base/clock.ts";
import type { FileStore } from "./file-store.ts";

/**
 * Minimum age of a file that counts as orphaned, in milliseconds. The database row of a newer file may still be
 * created.
 */
const ORPHANED_AFTER_MS = 2 * 24 * 3600 * 1000;

/** Number of files that are checked in one query. */
const BATCH_SIZE = 500;

/** Options of `deleteOrphanedFiles`. */
export interface OrphanedFilesOptions {
  readonly files: FileStore;
  /** Prefix of the names of the files to check. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Deletes files whose database row was never created, for example because a server was killed. `withoutRow` returns
 * those of the given names for which no row exists.
 */
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
