import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { restorePendingJobs } from "./pending-jobs.ts";
import { createMigrationTable, resolveApplied, listMigrations, withMigrationLock } from "../db/migrate.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import { BackupError, type BackupManifest, type BackupSection } from "./backup-format.ts";
import { dropIndexesAndForeignKeys } from "./drop-indexes.ts";
import type { ReportProgress } from "./backup-progress.ts";
import { readBackup, type VerifiedBackup, type BackupVisitor } from "./read-backup.ts";
import { columnList, prepareSession, quoteIdentifier } from "./database-snapshot.ts";

/**
 * Comment on the schema `jobs` while a restore is in progress. If a restore is interrupted, the comment shows the next
 * restore that the jobs in the schema are leftovers, so it may start over.
 */
const UNFINISHED_LABEL = "of a restore that is under way";

export interface LoadOptions {
  readonly connection: ConnectionSettings;
  /** The folder of the migrations that this release has. */
  readonly migrations: URL;
  /** Writes a file of the backup to its location in the data directory. */
  restoreFile(path: string, data: AsyncIterable<Uint8Array>): Promise<void>;
  readonly report: ReportProgress;
  /** Size of the backup in bytes, to compute the progress. */
  readonly size: number;
  readonly signal: AbortSignal;
  /** Called at the end of the transaction that loads the backup, before it commits. */
  beforeCommit?(client: pg.Client, loaded: VerifiedBackup): Promise<void>;
}

/** A loaded backup, with the names of its tables that do not exist in this program. */
export interface LoadedBackup extends VerifiedBackup {
  readonly unknownTables: readonly string[];
}

/**
 * Returns the migrations that had been applied to the backed-up database.
 * @throws DatabaseTooNew if this program does not know all of them
 */
export const resolveManifestMigrations = async ({ migrations }: BackupManifest, folder: URL) =>
  resolveApplied(migrations, await listMigrations(folder), "the backup's database");

/**
 * Loads a backup into an empty database, with the schema at the time of the backup; the caller migrates the database
 * afterwards. All tables are loaded in one transaction, so the database stays empty until everything is loaded.
 * @throws BackupError if the database is not empty, or the backup is incomplete or damaged
 */
export async function loadBackup(path: string, options: LoadOptions): Promise<LoadedBackup> {
  const client = new pg.Client({ ...options.connection, application_name: "parlance restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await prepareSession(client);
    return await withMigrationLock(client, async () => {
      await assertDatabaseEmpty(client);
      await client.query(`create schema jobs; comment on schema jobs is '${UNFINISHED_LABEL}'`);
      const loaded = await loadInTransaction(client, path, options);
      await client.query("analyze");
      return loaded;
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertDatabaseEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hasTables: boolean; queue: string | null; hasQueue: boolean }>(`
    select
      exists (select from pg_tables where schemaname = current_schema()) as "hasTables",
      exists (select from pg_namespace where nspname = 'jobs') as "hasQueue",
      (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = 'jobs') as queue`);
  const [found] = rows;
  if (found?.hasQueue && !found.hasTables && found.queue === UNFINISHED_LABEL)
    await client.query("drop schema jobs cascade");
  else if (found?.hasTables || found?.hasQueue) {
    throw new BackupError("the database is not empty: a backup can only be restored to an empty database");
  }
}

async function loadInTransaction(client: pg.Client, path: string, options: LoadOptions): Promise<LoadedBackup> {
  await client.query("begin");
  const loading = new BackupLoader(client, options);
  const verified = await readBackup(path, loading);
  await loading.finish(verified);
  await client.query("comment on schema jobs is null");
  await options.beforeCommit?.(client, verified);
  await client.query("commit");
  return { ...verified, unknownTables: loading.unknownTables };
}

/** Loads a backup into a database while the backup is being read. */
class BackupLoader implements BackupVisitor {
  readonly unknownTables: string[] = [];
  readonly signal: AbortSignal;
  readonly #client: pg.Client;
  readonly #options: LoadOptions;
  readonly #columns = new Map<string, readonly string[]>();
  readonly #loaded = new Map<string, number>();
  #makeIndexes: Awaited<ReturnType<typeof dropIndexesAndForeignKeys>> | undefined;
  #what = "";

  constructor(client: pg.Client, options: LoadOptions) {
    this.signal = options.signal;
    this.#client = client;
    this.#options = options;
  }

  progress(bytes: number): void {
    this.#options.report({ step: "loading", what: this.#what, fraction: bytes / this.#options.size, bytes });
  }

  /**
   * Creates the schema at the time of the backup, without rows, without foreign keys, and without indexes that do not
   * belong to a constraint.
   */
  async manifest(manifest: BackupManifest): Promise<void> {
    await createMigrationTable(this.#client);
    for (const { sql } of await resolveManifestMigrations(manifest, this.#options.migrations))
      await this.#client.query(sql);
    await this.#client.query("set local maintenance_work_mem = '128MB'; set local synchronous_commit = on");
    this.#makeIndexes = await dropIndexesAndForeignKeys(this.#client);
    const present = await tableNames(this.#client);
    await this.#client.query(`truncate ${present.map(quoteIdentifier).join(", ")}`);
    for (const { name, columns } of manifest.tables) {
      if (!present.includes(name)) this.unknownTables.push(name);
      else this.#columns.set(name, columns);
    }
    const expected = new Set([...manifest.tables.map(({ name }) => name), ...manifest.leftOut]);
    const missing = present.filter((name) => !expected.has(name));
    if (missing.length > 0) throw new BackupError(`the backup has no ${missing.join(", ")}`);
  }

  async section(section: BackupSection, data: AsyncIterable<Uint8Array>): Promise<void> {
    if (section.kind === "file") await this.#options.restoreFile(section.path, data);
    if (section.kind === "jobs") await restorePendingJobs(this.#options.connection, data);
    if (section.kind !== "table") return;
    const columns = this.#columns.get(section.name);
    if (columns === undefined) return;
    this.#what = section.name;
    // FREEZE saves a later VACUUM from writing the rows again.
    const into = copyFrom(`copy ${quoteIdentifier(section.name)} (${columnList(columns)}) from stdin with (freeze)`);
    await pipeline(Readable.from(data), this.#client.query(into));
    this.#loaded.set(section.name, into.rowCount);
  }

  /**
   * Checks that all rows were loaded, creates the indexes and foreign keys, which also verifies that the rows satisfy
   * them, and sets the sequences.
   */
  async finish({ manifest, contents }: VerifiedBackup): Promise<void> {
    for (const name of this.#columns.keys()) {
      const [rows, loaded] = [contents.tables[name]?.rows, this.#loaded.get(name) ?? 0];
      if (rows !== loaded) throw new BackupError(`${loaded} rows of ${name} were loaded, but the backup has ${rows}`);
    }
    await this.#makeIndexes?.((fraction, what) =>
      this.#options.report({ step: "indexing", what, fraction, bytes: this.#options.size }),
    );
    for (const { name, value, isCalled } of manifest.sequences) {
      const sequence = "to_regclass($1)";
      await this.#client.query(`select setval(${sequence}, $2, $3) where ${sequence} is not null`, [
        quoteIdentifier(name),
        value,
        isCalled,
      ]);
    }
  }
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema()",
  );
  return rows.map(({ name }) => name);
}
