import { rm, stat } from "node:fs/promises";
import { startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import { compareWithBackup } from "@parlance/kernel/backup/compare-with-backup.ts";
import { loadBackup } from "@parlance/kernel/backup/load-backup.ts";
import { MIGRATIONS } from "../app/database/migrations-folder.ts";

interface TestRestoreOptions {
  /** Folder of the temporary database. Deleted before and after the test. */
  readonly scratch: string;
  readonly postgresBin: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Restores a backup into a temporary database, and compares each table, row by row, and each sequence with the backup.
 * The files in the backup are compared with their checksums and not written to the disk.
 * @throws BackupError if the backup cannot be restored completely
 * @throws DatabaseTooNew if a newer release made the backup
 */
export async function testRestore(path: string, options: TestRestoreOptions): Promise<void> {
  const { scratch, postgresBin: binDir, signal } = options;
  await rm(scratch, { recursive: true, force: true });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 20 }));
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, binDir, durable: false, log: () => undefined });
  cleanup.defer(() => postgres.stop());
  await loadBackup(path, {
    connection: postgres.connection,
    migrations: MIGRATIONS,
    size: (await stat(path)).size,
    signal,
    report: () => undefined,
    // Reading a file to its end compares it with its checksum.
    async restoreFile(_, data) {
      for await (const _chunk of data) continue;
    },
    beforeCommit: (client, loaded) => compareWithBackup(client, loaded, () => undefined),
  });
}
