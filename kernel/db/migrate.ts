import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

/** Arbitrary number that no other user of the database uses for an advisory lock. */
const MIGRATION_LOCK = 7_235_118_204;

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The names of the migrations of a folder, in order. */
const listMigrationNames = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();

/** The migrations of a folder, in order. */
export async function listMigrations(folder: URL): Promise<Migration[]> {
  const names = await listMigrationNames(folder);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })));
}

/** Thrown if the database was migrated by a newer release, so this release must not use it. */
export class DatabaseTooNew extends Error {}

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
  const unknownMigration = applied.find((name, index) => known[index]?.name !== name);
  if (unknownMigration === undefined) return known.slice(0, applied.length);
  throw new DatabaseTooNew(
    `${ofWhat} has the migration ${unknownMigration}, which this release does not know: start the newer release, or restore a backup from before the upgrade`,
  );
}

export const createMigrationTable = (client: pg.ClientBase) =>
  client.query(
    "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())",
  );

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
      const { rows } = await client.query<{ name: string }>("select name from migration order by name");
      const known = await listMigrations(folder);
      const applied = resolveApplied(
        rows.map(({ name }) => name),
        known,
        "the database",
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

/** Returns whether exactly the migrations of a folder were applied to a database. */
async function isMigrated(pool: pg.Pool, folder: URL): Promise<boolean> {
  const { rows: tables } = await pool.query("select where to_regclass('migration') is not null");
  if (tables.length === 0) return false;
  const { rows } = await pool.query<{ name: string }>("select name from migration order by name");
  const known = await listMigrationNames(folder);
  return rows.length === known.length && rows.every(({ name }, index) => name === known[index]);
}

/** @throws DatabaseTooNew if migrations that this release does not know were applied to the database */
export async function assertNotNewer(applied: readonly { name: string }[], folder: URL): Promise<void> {
  resolveApplied(
    applied.map(({ name }) => name),
    (await listMigrationNames(folder)).map((name) => ({ name })),
    "the database",
  );
}

async function apply(client: pg.PoolClient, { name, sql }: Migration) {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migration (name) values ($1)", [name]);
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
