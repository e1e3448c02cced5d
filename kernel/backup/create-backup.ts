import type { FileHandle } from "node:fs/promises";
import pg from "pg";
import { createNewFile } from "../files/create-new-file.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { writeBackupContent, type BackupContent } from "./backup-content.ts";
import type { ReportProgress } from "./backup-progress.ts";
import { readBackup, type VerifiedBackup } from "./read-backup.ts";
import { startSnapshot, prepareSession } from "./database-snapshot.ts";

export interface BackupOptions extends BackupContent {
  readonly connection: ConnectionSettings;
  readonly report: ReportProgress;
  /** Aborts the backup and removes the unfinished file. */
  readonly signal: AbortSignal;
}

/**
 * Backs up a database to a new file that only its owner can read, while other clients continue to use the database. The
 * file is renamed to `path` only after it was flushed to disk, read back and verified. After a failure, no file
 * remains.
 * @throws BackupError if the database is empty
 * @throws NewFileError
 */
export async function createBackup(path: string, options: BackupOptions): Promise<VerifiedBackup & { bytes: number }> {
  const { checked, bytes } = await createNewFile(path, {
    write: (file) => writeSnapshot(file, options),
    async check(partial, size) {
      const report = (read: number) =>
        options.report({ step: "verifying", what: "", fraction: read / size, bytes: read });
      const verified = await readBackup(partial, { progress: report, signal: options.signal });
      options.signal.throwIfAborted();
      return verified;
    },
  });
  return { ...checked, bytes };
}

async function writeSnapshot(file: FileHandle, options: BackupOptions): Promise<void> {
  const client = new pg.Client({ ...options.connection, application_name: "parlance backup" });
  client.on("error", () => undefined); // the next query reports the error
  await client.connect();
  const cut = () => void client.end();
  options.signal.addEventListener("abort", cut, { once: true });
  let written = 0;
  const archive = new ArchiveWriter(async (bytes) => {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      written += chunk.length;
    }
  }, new Date());
  try {
    await prepareSession(client);
    const facts = await startSnapshot(client);
    await writeBackupContent(archive, client, facts, { ...options, written: () => written });
    await archive.finish();
  } catch (error) {
    await archive.abandon(options.signal.aborted ? options.signal.reason : error);
  } finally {
    options.signal.removeEventListener("abort", cut);
    await client.end().catch(() => undefined);
  }
}
