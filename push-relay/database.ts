import pg from "pg";
import { migrate } from "@parlance/kernel/db/migrate.ts";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";

const MIGRATIONS = new URL("migrations/", import.meta.url);
const CONNECTIONS = 10;
/** Set after connecting, not with start-up options, because connection poolers reject these. */
const SETTINGS =
  "set synchronous_commit = on; set statement_timeout = 20000; set idle_in_transaction_session_timeout = 20000";

/** An object that can run queries: the pool, or a connection in a transaction. */
export type Sql = Pick<pg.Pool, "query">;

/**
 * Opens the relay's database, and migrates it to this release. Commits are flushed to disk before they are
 * acknowledged.
 */
export async function openDatabase(connection: ConnectionSettings, log: Logger): Promise<pg.Pool> {
  const pool = new pg.Pool({
    ...connection,
    ...CONNECTION_OPTIONS,
    max: CONNECTIONS,
    // The pool waits for the promise, which its types do not show.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => client.query(SETTINGS),
    application_name: "parlance push-relay",
  });
  // The next query on this connection fails, and a later one opens a new connection.
  const lost = (error: Error) => log.warn({ err: error }, "a connection to the database was lost");
  pool.on("error", lost).on("connect", (client) => void client.on("error", lost));
  try {
    await migrate(pool, (message) => log.info(message), MIGRATIONS);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** Runs the work in a transaction. */
export async function inTransaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    broken = false;
    return result;
  } catch (error) {
    await client.query("rollback").then(
      () => (broken = false),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}
