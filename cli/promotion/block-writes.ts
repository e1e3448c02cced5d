import pg from "pg";
import { quoteIdentifier } from "@parlance/kernel/backup/database-snapshot.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";

/** Maximum number of attempts if locking causes deadlocks with a server's transactions. */
const MAX_ATTEMPTS = 10;
const DEADLOCK = "40P01";
/** A table that stays writable, so that the database can be marked as moved while all other writes are blocked. */
const UNLOCKED_TABLE = "server_fact";

/**
 * Blocks all writes to a database until the result is disposed of: writers wait. Reads continue. Transactions that have
 * already written can finish; this function waits for them.
 */
export async function blockWrites(connection: ConnectionSettings): Promise<AsyncDisposable> {
  const client = new pg.Client({ ...connection, application_name: "parlance promote" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await lockTables(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}

async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
     where schemaname in (current_schema(), 'jobs') and tablename <> $1 order by 1, 2`,
    [UNLOCKED_TABLE],
  );
  const tables = rows.map(({ schema, name }) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`).join(", ");
  for (let tries = 1; ; tries += 1) {
    await client.query("begin");
    try {
      await client.query(`lock table ${tables} in share mode`);
      return;
    } catch (error) {
      await client.query("rollback");
      if ((error as { code?: string }).code !== DEADLOCK || tries === MAX_ATTEMPTS) throw error;
    }
  }
}
