import type pg from "pg";
import { findPendingJobs } from "./pending-jobs.ts";
import { withMigrationLock } from "../db/migrate.ts";
import { BackupError, type SequenceState, type TableShape } from "./backup-format.ts";

/** The schema and the sizes of a database at one moment. */
export interface DatabaseFacts {
  readonly postgres: string;
  readonly migrations: string[];
  readonly tables: readonly (TableShape & { readonly estimatedBytes: number })[];
  /** Unlogged tables, whose rows need no backup. */
  readonly unlogged: string[];
  readonly sequences: SequenceState[];
  /** The COPY statement that reads the pending jobs. Undefined if there is no job queue. */
  readonly jobs: string | undefined;
}

/**
 * Turns off timeouts such as `statement_timeout`, which PostgreSQL's configuration may set, and selects text formats
 * that any PostgreSQL server can read.
 */
const SESSION_SETTINGS = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set row_security = off`;

/** Configures a connection so that its text output does not depend on the server's settings and no timeout applies. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(SESSION_SETTINGS);
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(", ");

/**
 * Starts a transaction that sees the database as it is now until the transaction ends, and returns the schema and the
 * sizes of the database. Other connections can read and write meanwhile; only migrations wait until the transaction
 * ends.
 * @throws BackupError if the database has no tables of this program
 */
export async function startSnapshot(client: pg.Client): Promise<DatabaseFacts> {
  // The migration lock ensures that no migration is in progress while the tables are listed. Afterwards, the locks on
  // the tables keep migrations from altering them.
  return withMigrationLock(client, async () => {
    await client.query("begin isolation level repeatable read read only");
    const migrations = await loadAppliedMigrations(client);
    const { logged, unlogged } = await listTables(client);
    for (const { name } of logged) await client.query(`lock table ${quoteIdentifier(name)} in access share mode`);
    const jobs = await findPendingJobs(client);
    return {
      postgres: await loadPostgresVersion(client),
      migrations,
      tables: logged,
      unlogged,
      sequences: await loadSequenceStates(client),
      jobs,
    };
  });
}

async function loadPostgresVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

async function loadAppliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(
    "select 1 from pg_tables where schemaname = current_schema() and tablename = 'migration'",
  );
  if (found.length === 0) throw new BackupError("the database is empty: nothing to back up");
  const { rows } = await client.query<{ name: string }>("select name from migration order by name");
  return rows.map(({ name }) => name);
}

interface TableRow {
  readonly name: string;
  readonly columns: string[];
  readonly estimatedBytes: number;
  readonly isUnlogged: boolean;
}

/** Lists the tables of the current schema, except those that belong to extensions. */
async function listTables(client: pg.Client) {
  const { rows } = await client.query<TableRow>(`
    select c.relname as name, pg_table_size(c.oid)::float8 as "estimatedBytes", c.relpersistence = 'u' as "isUnlogged",
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by c.relname`);
  const logged = rows.filter(({ isUnlogged }) => !isUnlogged);
  return {
    logged: logged.map(({ name, columns, estimatedBytes }) => ({ name, columns, estimatedBytes })),
    unlogged: rows.filter(({ isUnlogged }) => isUnlogged).map(({ name }) => name),
  };
}

/**
 * Returns the state of each sequence of the current schema. If it is called after a snapshot was taken, each sequence
 * is at or beyond the highest id in the snapshot.
 */
export async function loadSequenceStates(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = current_schema() order by 1",
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoteIdentifier(name)}`,
    );
    if (state[0]) states.push({ name, ...state[0] });
  }
  return states;
}
