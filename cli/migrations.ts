import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { loadAppliedMigrations } from "@parlance/kernel/db/applied-migrations.ts";
import { findPending, migrate } from "@parlance/kernel/db/migrate.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { ensureSystemRealm } from "@parlance/server/modules/organizations/settings/actions/ensure-system-realm.ts";
import { CommandError } from "./command-error.ts";
import { type Installation, openInstallation } from "./installation.ts";
import type { GlobalOptions } from "./output.ts";

/**
 * Returns the names of this release's migrations that have not been applied to the database.
 * @throws DatabaseTooNew if migrations of a newer release were applied on whose results this release cannot run
 */
export async function findPendingMigrations(db: PostgresDatabase): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    const { rows: tables } = await client.query("select to_regclass('migration') as name");
    return await findPending(tables[0]?.name === null ? [] : await loadAppliedMigrations(client), MIGRATIONS);
  } finally {
    client.release();
  }
}

/** Migrates the database to this release, as a server does at startup. */
export async function migrateDatabase(db: PostgresDatabase, log: (message: string) => void): Promise<void> {
  await migrate(db.pool, log, MIGRATIONS);
  await db.write((tx) => ensureSystemRealm(tx, systemClock.now()));
}

/**
 * Opens an installation with an up-to-date database. If this command has started the database itself, an outdated
 * database is migrated. Otherwise, servers may be using the database, so it is not changed. With `canCreate`, an
 * embedded database is created if there is none.
 * @throws CommandError if the database is outdated and not migrated
 */
export async function openReadyInstallation(
  options: GlobalOptions,
  { canCreate = false }: { readonly canCreate?: boolean } = {},
): Promise<Installation> {
  const installation = await openInstallation(options, { canCreate });
  try {
    if (installation.ownsDatabase) await migrateDatabase(installation.db, () => undefined);
    else if ((await findPendingMigrations(installation.db)).length > 0) {
      throw new CommandError("the database is older than this release; run `parlance migrate` first");
    }
    return installation;
  } catch (error) {
    await installation[Symbol.asyncDispose]();
    throw error;
  }
}
