import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { migrate } from "@parlance/kernel/db/migrate.ts";
import { type ConnectionSettings, openPool, type TransactionPooler } from "@parlance/kernel/db/pool.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { hasSystemBots } from "#modules/organizations/core/system-realm.ts";
import { ensureSystemRealm } from "#modules/organizations/settings/actions/ensure-system-realm.ts";
import { assertSecretMatches } from "#modules/sign-in/core/server-secret.ts";
import { MIGRATIONS } from "./migrations-folder.ts";

interface PrepareDatabaseOptions {
  /** Connection for the migrations, which need the lock of a session. */
  readonly connection: ConnectionSettings;
  /** Pooler that the database uses instead of `connection`. Default: none. */
  readonly pooler?: TransactionPooler | undefined;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Migrates the database, asserts that it was created with the server's secret, and creates the system organization if
 * it does not exist.
 */
export async function prepareDatabase(
  db: PostgresDatabase,
  { connection, pooler, secret, clock, log }: PrepareDatabaseOptions,
): Promise<void> {
  const pool = pooler ? openPool(connection, 1, () => undefined) : db.pool;
  try {
    await migrate(pool, (message) => log.info(message), MIGRATIONS);
  } finally {
    if (pool !== db.pool) await pool.end();
  }
  await assertSecretMatches(db, secret);
  if (!(await hasSystemBots(db.reader))) await db.write((tx) => ensureSystemRealm(tx, clock.now()));
}
