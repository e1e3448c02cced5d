import { randomBytes } from "node:crypto";
import pg from "pg";
import { type DatabaseListeners, PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { migrate } from "@parlance/kernel/db/migrate.ts";
import { lockOrder } from "@parlance/server/app/database/lock-order.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import type { ConnectionSettings, TransactionPooler } from "@parlance/kernel/db/pool.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { afterFile } from "../cleanup.ts";

/**
 * Returns the connection settings of the test run's PostgreSQL. `PARLANCE_TEST_POSTGRES` contains `{"host", "port",
 * "user"}`, and is set by the global setup.
 */
function testPostgres(): { host: string; port: number; user: string } {
  const settings = process.env["PARLANCE_TEST_POSTGRES"];
  if (!settings) throw new Error("PARLANCE_TEST_POSTGRES is not set: run tests with `npm test -- FILE`");
  return JSON.parse(settings) as { host: string; port: number; user: string };
}

/**
 * Returns the pooler through which a test server reaches a database of the test run's PostgreSQL.
 * `PARLANCE_TEST_POOLER` contains its address, and is set by the global setup in the drill `pooler`.
 */
export function findTestPooler(connection: ConnectionSettings): TransactionPooler | undefined {
  const address = process.env["PARLANCE_TEST_POOLER"];
  if (!address || !("host" in connection) || connection.host !== testPostgres().host) return undefined;
  const pooler = JSON.parse(address) as { host: string; port: number; user: string };
  return { connection: { ...pooler, database: connection.database }, preparedStatements: false };
}

async function asAdministrator(command: string) {
  const client = new pg.Client({ ...testPostgres(), database: "postgres" });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty, migrated database for a test. The caller must drop it. `settings`: PostgreSQL settings for
 * connections to it.
 */
export async function createDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ connection: ConnectionSettings; dropDatabase: () => Promise<void> }> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  const template = process.env["PARLANCE_TEST_TEMPLATE"];
  // The files are copied. PostgreSQL's default, which copies through the log, would take seven times as long.
  const copied = template ? ` template ${template} strategy file_copy` : "";
  await asAdministrator(`create database ${database}${copied}`);
  for (const [name, value] of Object.entries(settings)) {
    await asAdministrator(`alter database ${database} set ${name} = ${value}`);
  }
  const connection = { ...testPostgres(), database };
  if (!template) await migrateDatabase(connection);
  return { connection, dropDatabase: () => asAdministrator(`drop database if exists ${database} with (force)`) };
}

/** Migrates a database to the present schema. */
export async function migrateDatabase(connection: ConnectionSettings): Promise<void> {
  const pool = new pg.Pool(connection);
  await migrate(pool, () => undefined, MIGRATIONS);
  await pool.end();
}

export interface TestDatabase {
  readonly db: PostgresDatabase;
  readonly connection: ConnectionSettings;
  /** All committed events, in order. */
  readonly committed: LoggedEvent[];
}

/** Creates a database for this test file; it is dropped after the file's tests. */
export async function createTestDatabase(
  listeners: Pick<DatabaseListeners, "onJobsRequested"> = {},
): Promise<TestDatabase> {
  const { connection, dropDatabase } = await createDatabase();
  const committed: LoggedEvent[] = [];
  const db = new PostgresDatabase({
    connection,
    poolSize: 5,
    onError: () => undefined,
    lockOrder,
    onCommitted: (events) => void committed.push(...events),
    ...listeners,
  });
  afterFile(async () => {
    await db.close();
    await dropDatabase();
  });
  return { db, connection, committed };
}
