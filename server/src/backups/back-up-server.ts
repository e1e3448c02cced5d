import { stat } from "node:fs/promises";
import { createBackup } from "@parlance/kernel/backup/create-backup.ts";
import type { ReportProgress } from "@parlance/kernel/backup/backup-progress.ts";
import { version } from "@parlance/kernel/base/version.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { findSecretFingerprint, secretPath } from "#modules/sign-in/core/server-secret.ts";
import { EXCLUDED_TABLES, listBackupFiles } from "./backup-files.ts";

/** The server to back up, and how to do it. */
interface BackUpOptions {
  readonly connection: ConnectionSettings;
  readonly db: { readonly reader: Reader };
  readonly dataDir: string;
  /** URL of the server. */
  readonly url: string;
  /** Whether the server's secret is in the data directory, if there is one. */
  readonly hasSecretFile: boolean;
  readonly report: ReportProgress;
  readonly signal: AbortSignal;
}

/** Backs up a server to a new file, which exists only if it is complete and verified; see `createBackup`. */
export async function backUpServer(
  path: string,
  { connection, db, dataDir, url, hasSecretFile, report, signal }: BackUpOptions,
) {
  const withSecret = hasSecretFile && (await stat(secretPath(dataDir)).catch(() => undefined)) !== undefined;
  const about = {
    program: version,
    site: url,
    // A database that is too old or empty has no fingerprint. The backup itself then reports the problem.
    secretFingerprint: (await findSecretFingerprint(db.reader).catch(() => undefined)) ?? null,
    holdsSecret: withSecret,
  };
  return createBackup(path, {
    about,
    excludedTables: EXCLUDED_TABLES,
    files: () => listBackupFiles(dataDir, { withSecret }),
    connection,
    report,
    signal,
  });
}
