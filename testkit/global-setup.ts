import { rm } from "node:fs/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { installQueues } from "@parlance/kernel/jobs/queue-setup.ts";
import { copyCluster } from "./database/database-cluster.ts";
import { migrateDatabase } from "./database/test-database.ts";
import { createDatabaseFolder } from "./database/database-folder.ts";
import { startPgBouncer } from "./services/pgbouncer.ts";
import { NO_SYSTEM_SETTINGS } from "./servers/no-system-settings.ts";

/**
 * Starts one PostgreSQL for the whole test run, with a migrated database from which the tests' databases are copied.
 * Also creates a stopped copy, for tests that need a separate PostgreSQL. `parent`: the folder for both, by default the
 * one of all test databases. With `PARLANCE_TEST_WITH_POOLER`, test servers reach the database through PgBouncer.
 */
export async function setup(parent?: string): Promise<{ env: Record<string, string>; teardown(): Promise<void> }> {
  const [dataDir, atRest] = [
    await createDatabaseFolder("parlance-test-", parent),
    await createDatabaseFolder("parlance-test-", parent),
  ];
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const first = await start();
  await migrateDatabase(first.connection);
  await installQueues(first.connection);
  await raiseConnectionLimit(first.connection);
  await first.stop();
  await copyCluster(dataDir, atRest);
  const postgres = await start();
  await offsetIdSequences(postgres.connection);
  const { database, ...server } = postgres.connection;
  const cleanup = new AsyncDisposableStack();
  const pooler = process.env["PARLANCE_TEST_WITH_POOLER"]
    ? await startPgBouncer(server, {
        // Tests wait until the connections of stopped servers are closed.
        settings: { server_idle_timeout: 1 },
        registerCleanup: (step) => cleanup.defer(step),
      })
    : undefined;
  return {
    env: {
      ...NO_SYSTEM_SETTINGS,
      PARLANCE_TEST_POSTGRES: JSON.stringify(server),
      PARLANCE_TEST_TEMPLATE: database,
      PARLANCE_TEST_CLUSTER: atRest,
      ...(pooler && { PARLANCE_TEST_POOLER: JSON.stringify(pooler.address) }),
    },
    async teardown() {
      await cleanup.disposeAsync();
      await postgres.stop();
      for (const folder of [dataDir, atRest]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the ids of each table at a different number. Otherwise, a test that wrongly expects an id to be 1, or ids of
 * two tables to be equal, could pass or fail depending on the files that ran before it in its process.
 */
async function offsetIdSequences(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 100 * number)
    from (select *, row_number() over (order by sequencename) as number from pg_sequences where schemaname = 'public') as s`);
  await client.end();
}

/**
 * Raises PostgreSQL's limit of connections, because it is shared by the servers of several test processes, each with a
 * full pool of connections.
 */
async function raiseConnectionLimit(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("alter system set max_connections = 300");
  await client.end();
}
