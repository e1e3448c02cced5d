import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Command } from "commander";
import { restoreFile } from "@parlance/kernel/backup/restore-file.ts";
import { BackupError } from "@parlance/kernel/backup/backup-format.ts";
import { type LoadedBackup, loadBackup, resolveManifestMigrations } from "@parlance/kernel/backup/load-backup.ts";
import { readBackup, type VerifiedBackup } from "@parlance/kernel/backup/read-backup.ts";
import { resolveConnections } from "@parlance/kernel/db/pooler.ts";
import { externalDatabase } from "@parlance/server/app/database/external-database.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { isRestorable, SECRET_FILE } from "@parlance/server/backups/backup-files.ts";
import { createProgressLine } from "../backup/progress-line.ts";
import { replaceEmbedded } from "../backup/restore-embedded.ts";
import { type SecretSource, resolveSecretSource } from "../backup/secret-source.ts";
import { CommandError } from "../command-error.ts";
import { loadConfigFor } from "../installation.ts";
import { migrateDatabase } from "../migrations.ts";
import { type GlobalOptions, printResult } from "../output.ts";

/** Maximum length of a secret in a backup, in characters. */
const MAX_SECRET_LENGTH = 64 * 1024;

interface RestoreOptions extends GlobalOptions {
  readonly check?: true;
}

export const restoreCommand = (): Command =>
  new Command("restore")
    .summary("restore a backup")
    .description(
      "Restores a backup to a data directory that no server is using or, with DATABASE_URL, to an empty database. " +
        "Existing contents of the data directory are kept next to it. The file is verified before anything is " +
        "changed, and the restore takes effect in one step. Backups of older releases are upgraded.\n\n" +
        "Clients have to register new event queues. Everything changed or revoked after the backup is undone.",
    )
    .argument("<file>", "file written by `parlance backup`")
    .option("--check", "only verify and describe the file")
    .addHelpText(
      "after",
      `
Examples:
  parlance restore parlance.tar.gz --check
  parlance restore parlance.tar.gz --data-dir /var/lib/parlance
  DATABASE_URL=postgres://parlance@db.example.com/parlance parlance restore parlance.tar.gz`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      restore(resolve(file), command.optsWithGlobals<RestoreOptions>()),
    );

async function restore(path: string, options: RestoreOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  const line = createProgressLine(options);
  try {
    const { size } = await backupSize(path);
    const restoration = { path, size, signal, options, line };
    const checked = await checkBackup(restoration);
    if (options.check) return describe(checked, restoration);
    const done = await restoreInto(restoration, checked);
    line.end();
    printRestoreResult(done, restoration);
  } catch (error) {
    throw signal.aborted ? new CommandError("interrupted: nothing was changed") : toReadableError(error);
  } finally {
    line.end();
  }
}

interface Restoration {
  readonly path: string;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly options: GlobalOptions;
  readonly line: ReturnType<typeof createProgressLine>;
}

async function backupSize(path: string): Promise<{ size: number }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return stats;
  throw new CommandError(stats === undefined ? `the file ${path} does not exist` : `${path} is not a file`);
}

/** Result of checking a backup, which is done before anything is changed. */
interface CheckedBackup extends VerifiedBackup {
  /** Content of the secret file, if the backup contains it. */
  readonly secret: string | undefined;
}

async function checkBackup({ path, size, line, signal }: Restoration): Promise<CheckedBackup> {
  let secret: string | undefined;
  const verified = await readBackup(path, {
    signal,
    progress: (bytes) => line.report({ step: "checking", what: "", fraction: bytes / size, bytes }),
    async section(section, data) {
      if (section.kind !== "file" || section.path !== SECRET_FILE) return;
      for await (const chunk of data) {
        secret = `${secret ?? ""}${Buffer.from(chunk).toString()}`;
        if (secret.length > MAX_SECRET_LENGTH)
          throw new BackupError(`the backup is damaged: ${SECRET_FILE} is too long`);
      }
    },
  });
  await resolveManifestMigrations(verified.manifest, MIGRATIONS);
  return { ...verified, secret };
}

interface RestoreResult {
  readonly loaded: LoadedBackup;
  readonly dataDir: string;
  readonly formerDataDir: string | undefined;
  readonly secret: SecretSource;
}

async function restoreInto(
  restoration: Restoration,
  { manifest, secret: restored }: CheckedBackup,
): Promise<RestoreResult> {
  const config = loadConfigFor(restoration.options);
  const dataDir = resolve(config.dataDir);
  const { postgresBin: binDir } = config;
  const addresses = externalDatabase(config);
  const stays = addresses && dataDir;
  const secret = await resolveSecretSource({ manifest, restored, config, dataDir: stays });
  const fill = (connection: ConnectionSettings, files: string) =>
    loadBackupInto(restoration, { connection, files, secret });
  if (addresses) {
    const { connection } = await resolveConnections(addresses);
    const loaded = await fill(connection, dataDir);
    return { loaded, dataDir, formerDataDir: undefined, secret };
  }
  const { result: loaded, formerContent } = await replaceEmbedded({ dataDir, binDir }, fill);
  return { loaded, dataDir, formerDataDir: formerContent, secret };
}

interface Destination {
  readonly connection: ConnectionSettings;
  readonly files: string;
  readonly secret: SecretSource;
}

/** Loads the backup, and migrates it to this release. */
async function loadBackupInto({ path, size, signal, line }: Restoration, { connection, files, secret }: Destination) {
  const isWanted = (name: string) => isRestorable(name) && (name !== SECRET_FILE || secret === "backup");
  const loaded = await loadBackup(path, {
    connection,
    migrations: MIGRATIONS,
    size,
    signal,
    report: line.report,
    restoreFile: async (name, data) => {
      if (isWanted(name)) await restoreFile(files, name, data);
    },
  });
  await using cleanup = new AsyncDisposableStack();
  const db = new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });
  cleanup.defer(() => db.close());
  await migrateDatabase(db, () => undefined);
  return loaded;
}

/** Replaces errors of PostgreSQL and the file system about a full disk with a clear message. */
function toReadableError(error: unknown): unknown {
  const { code = "" } = error as { code?: string };
  if (!["53100", "ENOSPC", "EDQUOT"].includes(code)) return error;
  return new CommandError("the disk is full: nothing was changed", { cause: error });
}

const countRows = ({ contents }: VerifiedBackup): number =>
  Object.values(contents.tables).reduce((sum, { rows }) => sum + rows, 0);

function describe(checked: CheckedBackup, { path, options, size }: Restoration): void {
  const { createdAt, site, program, migrations, tables, holdsSecret: hasSecret } = checked.manifest;
  const rows = countRows(checked);
  printResult(
    options,
    {
      file: path,
      ok: true,
      bytes: size,
      created_at: createdAt,
      site,
      program,
      migration: migrations.at(-1),
      tables: tables.length,
      rows,
      holds_secret: hasSecret,
    },
    `${path} is valid: created at ${createdAt} from ${site} by release ${program}; ${tables.length} tables with ${rows} rows. ` +
      `It ${hasSecret ? "contains" : "does not contain"} the server's secret.`,
  );
}

function printRestoreResult(
  { loaded, dataDir, formerDataDir, secret }: RestoreResult,
  { options, path }: Restoration,
): void {
  const { createdAt } = loaded.manifest;
  const rows = countRows(loaded);
  const unknown = loaded.unknownTables;
  const sentences = [
    `Restored ${path}, created at ${createdAt}: ${loaded.manifest.tables.length} tables with ${rows} rows.`,
    formerDataDir === undefined ? "" : `The previous contents of ${dataDir} are in ${formerDataDir}.`,
    secret === "missing"
      ? "The backup does not contain the server's secret: set PARLANCE_SECRET to the former secret before you start the server."
      : "",
    unknown.length === 0 ? "" : `Not restored, because this release does not know these tables: ${unknown.join(", ")}.`,
  ];
  printResult(
    options,
    {
      created_at: createdAt,
      rows,
      kept_as: formerDataDir ?? null,
      needs_secret: secret === "missing",
      unknown_tables: unknown,
    },
    sentences.filter(Boolean).join("\n"),
  );
}
