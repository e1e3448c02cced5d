import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { knownFingerprint } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { compareLoaded } from "@parlance/server/kernel/db/backup/compare-with-backup.ts";
import { createBackup } from "@parlance/server/kernel/db/backup/create-backup.ts";
import { loadBackup } from "@parlance/server/kernel/db/backup/load-backup.ts";
import type { Report } from "@parlance/server/kernel/db/backup/backup-progress.ts";
import { noteCopy } from "@parlance/server/kernel/db/promotion.ts";
import type { ConnectionSettings } from "@parlance/server/kernel/db/pool.ts";
import type { Installation } from "../installation.ts";

const FOLDER = "promoting-";

interface Copying {
  readonly from: Installation;
  readonly to: ConnectionSettings;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** What was copied. */
export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies all of a database into an empty one, by way of a file in the data directory, and compares them. The copy appears in one
 * step, marked as one that no server is to use yet.
 * @throws BackupError where the other database is not empty, or anything differs
 */
export async function copyDatabase({ from, to, report, signal }: Copying): Promise<Copied> {
  const folder = await newFolder(from.dataDir);
  try {
    const path = join(folder, "database.tar.gz");
    const about = {
      program: "promotion",
      site: from.url,
      secretFingerprint: (await knownFingerprint(from.db.reader)) ?? null,
      holdsSecret: false,
    };
    const content = { about, leftOut: [], files: async () => [] };
    const { bytes } = await createBackup(path, { ...content, connection: from.connection, report, signal });
    const { manifest, contents } = await loadBackup(path, {
      connection: to,
      size: bytes,
      report,
      signal,
      restoreFile: async () => undefined,
      async beforeCommit(client, loaded) {
        await compareLoaded(client, loaded, report);
        await noteCopy(client, new Date());
      },
    });
    const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
    return { tables: manifest.tables.length, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an earlier one left that was killed is removed. */
async function newFolder(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(FOLDER)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  return mkdtemp(join(dataDir, FOLDER));
}
