import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

/** Any number that no other user of the database takes for its own lock. */
const MIGRATION_LOCK = 7_235_118_204;

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The migrations that come with this release, in order. */
export async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, MIGRATIONS), "utf8") })));
}

/** The database was written by a newer release, which this one must not touch. */
export class DatabaseTooNew extends Error {}

/**
 * Brings the schema up to this release, each migration in a transaction of its own. A lock makes processes that start
 * together wait for one another.
 */
export async function migrate(pool: pg.Pool, log: (message: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migration order by name");
    const known = await listMigrations();
    await refuseNewer(rows);
    for (const migration of known.slice(rows.length)) {
      log(`migrating the database: ${migration.name}`);
      await apply(client, migration);
    }
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

/** @throws DatabaseTooNew when a database has had migrations that this release does not know */
export async function refuseNewer(applied: readonly { name: string }[]): Promise<void> {
  const known = await listMigrations();
  const stranger = applied.find(({ name }, index) => known[index]?.name !== name);
  if (stranger) {
    throw new DatabaseTooNew(
      `the database has the migration ${stranger.name}, which this release does not know: start the newer release, or restore a backup made before it`,
    );
  }
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
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
