import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "@parlance/server/kernel/db/embedded/index.ts";
import { migrate } from "@parlance/server/kernel/db/migrate.ts";
import { installQueues } from "@parlance/server/kernel/jobs/queues.ts";

const TEMPLATE = "template_parlance";

/** One PostgreSQL for the whole test run, with a migrated database that the tests' own are copies of. */
export async function setup(): Promise<{ env: Record<string, string>; teardown(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const { host, port, user, database } = postgres.connection;
  await withPool({ host, port, user, database }, (pool) => pool.query(`create database ${TEMPLATE}`));
  await withPool({ host, port, user, database: TEMPLATE }, (pool) => migrate(pool, () => undefined));
  await installQueues({ host, port, user, database: TEMPLATE });
  return {
    env: { PARLANCE_TEST_POSTGRES: JSON.stringify({ host, port, user }), PARLANCE_TEST_TEMPLATE: TEMPLATE },
    async teardown() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function withPool(settings: pg.PoolConfig, act: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool(settings);
  try {
    await act(pool);
  } finally {
    await pool.end();
  }
}
