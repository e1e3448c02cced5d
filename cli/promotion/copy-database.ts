import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findSecretFingerprint } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { compareWithBackup } from "@parlance/kernel/backup/compare-with-backup.ts";
import { createBackup } from "@parlance/kernel/backup/create-backup.ts";
import { loadBackup } from "@parlance/kernel/backup/load-backup.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import type { ReportProgress } from "@parlance/kernel/backup/backup-progress.ts";
import { markUnfinishedCopy } from "@parlance/kernel/db/promotion.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { Installation } from "../installation.ts";

const FOLDER_PREFIX = "promoting-";

interface CopyOptions {
  readonly from: Installation;
  readonly to: ConnectionSettings;
  readonly report: ReportProgress;
  readonly signal: AbortSignal;
}

/** Numbers of tables and rows that were copied. */
export interface CopyResult {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies a whole database to an empty one, through a file in the data directory, and compares both. The copy appears in
 * one step, with a mark that keeps servers from using it yet.
 * @throws BackupError if the target is not empty, or if the databases differ
 */
export async function copyDatabase({ from, to, report, signal }: CopyOptions): Promise<CopyResult> {
  const folder = await createFolder(from.dataDir);
  try {
    const path = join(folder, "database.tar.gz");
    const about = {
      program: "promotion",
      site: from.url,
      secretFingerprint: (await findSecretFingerprint(from.db.reader)) ?? null,
      holdsSecret: false,
    };
    const content = { about, excludedTables: [], files: async () => [] };
    const { bytes } = await createBackup(path, { ...content, connection: from.connection, report, signal });
    const { manifest, contents } = await loadBackup(path, {
      connection: to,
      migrations: MIGRATIONS,
      size: bytes,
      report,
      signal,
      restoreFile: async () => undefined,
      async beforeCommit(client, loaded) {
        await compareWithBackup(client, loaded, report);
        await markUnfinishedCopy(client, new Date());
      },
    });
    const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
    return { tables: manifest.tables.length, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a temporary folder, and removes folders of promotions that were killed. */
async function createFolder(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(FOLDER_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  return mkdtemp(join(dataDir, FOLDER_PREFIX));
}
