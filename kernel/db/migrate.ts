import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import {
  type AppliedMigration,
  assertNotTooNew,
  loadAppliedMigrations,
  unknownMigration,
} from "./applied-migrations.ts";

/** Arbitrary number that no other user of the database uses for an advisory lock. */
const MIGRATION_LOCK = 7_235_118_204;

/** Matches the line of a migration that declares the oldest release that can run on the migration's result. */
const OLDEST_RELEASE = /^-- Oldest release that can run on the result: (\S+)$/m;

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Returns the oldest release that can run on a migration's result. Null if the migration does not declare it. */
export const findOldestRelease = (sql: string): string | null => OLDEST_RELEASE.exec(sql)?.[1] ?? null;

/** The names of the migrations of a folder, in order. */
const listMigrationNames = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();

/** The migrations of a folder, in order. */
export async function listMigrations(folder: URL): Promise<Migration[]> {
  const names = await listMigrationNames(folder);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })));
}

/** Runs `act` while no other process can migrate the database. */
export async function withMigrationLock<T>(client: pg.ClientBase, act: () => Promise<T>): Promise<T> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    return await act();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/**
 * Returns the migrations with the names `applied`. Throws unless these are the first ones of this release's migrations,
 * or all of them.
 */
export function resolveApplied<T extends Pick<Migration, "name">>(
  applied: readonly string[],
  known: readonly T[],
  ofWhat: string,
): T[] {
  const unknown = applied.find((name, index) => known[index]?.name !== name);
  if (unknown === undefined) return known.slice(0, applied.length);
  throw unknownMigration(ofWhat, unknown);
}

/** Creates the table of applied migrations, or adds the column that the table lacks in databases of older releases. */
export const createMigrationTable = (client: pg.ClientBase) =>
  client.query(`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now());
    alter table migration add column if not exists oldest_release text`);

/**
 * Brings the schema up to this release, each migration in a transaction of its own. A lock makes processes that start
 * together wait for one another. `folder`: where the migrations are.
 */
export async function migrate(pool: pg.Pool, log: (message: string) => void, folder: URL): Promise<void> {
  if (await isMigrated(pool, folder)) return;
  const client = await pool.connect();
  try {
    await withMigrationLock(client, async () => {
      await createMigrationTable(client);
      const applied = await loadAppliedMigrations(client);
      const known = await listMigrations(folder);
      assertNotTooNew(
        applied,
        known.map(({ name }) => name),
      );
      for (const migration of known.slice(applied.length)) {
        log(`migrating the database: ${migration.name}`);
        await apply(client, migration);
      }
    });
  } finally {
    client.release();
  }
}

/** Returns whether all migrations of a folder were applied to a database. */
async function isMigrated(pool: pg.Pool, folder: URL): Promise<boolean> {
  const { rows: tables } = await pool.query("select where to_regclass('migration') is not null");
  if (tables.length === 0) return false;
  return (await findPending(await loadAppliedMigrations(pool), folder)).length === 0;
}

/**
 * Returns the names of the folder's migrations that were not applied.
 * @throws DatabaseTooNew if this release must not use the database
 */
export async function findPending(applied: readonly AppliedMigration[], folder: URL): Promise<string[]> {
  const known = await listMigrationNames(folder);
  assertNotTooNew(applied, known);
  return known.slice(applied.length);
}

async function apply(client: pg.PoolClient, { name, sql }: Migration) {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migration (name, oldest_release) values ($1, $2)", [name, findOldestRelease(sql)]);
    await client.query("set local synchronous_commit = on");
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`migration ${name} failed${migrationError(error, sql)}`, { cause: error });
  }
}

/** Returns the database's error message, with the line of the migration in which the error occurred. */
function migrationError(error: unknown, sql: string): string {
  const { message, position } = error as Partial<pg.DatabaseError>;
  const line = position === undefined ? "" : ` in line ${sql.slice(0, Number(position) - 1).split("\n").length}`;
  return message === undefined ? "" : `${line}: ${message}`;
}
