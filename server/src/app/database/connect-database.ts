import { EmbeddedPostgresError, startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { type DatabaseInspection, inspectDatabase, waitForDatabase } from "@parlance/kernel/db/database-inspection.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { assertNotPromoted } from "@parlance/kernel/db/promotion.ts";
import type { Config } from "../config/load-config.ts";
import { MIGRATIONS } from "./migrations-folder.ts";

interface ConnectedDatabase extends DatabaseInspection {
  readonly connection: ConnectionSettings;
  /** Rejects when the database that we started ends by itself. */
  readonly died: Promise<never>;
}

interface ConnectDatabaseOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** Ends the waiting for a database. */
  readonly signal: AbortSignal;
  /** Called when the embedded database has been started and is not ready yet. */
  readonly onSpawned: () => void;
}

/** Undefined: asked to stop before there was one. */
export async function connectDatabase(
  config: Config,
  { dataDir, log, signal, onSpawned }: ConnectDatabaseOptions,
  cleanup: AsyncDisposableStack,
): Promise<ConnectedDatabase | undefined> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    const found = await waitForDatabase(connection, { log, signal, migrations: MIGRATIONS });
    if (found) assertNotPromoted(found.facts);
    return found && { ...found, connection, died: new Promise(() => undefined) };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    binDir: config.postgresBin,
    log: (message, details) => log.info(details ?? {}, message),
    onSpawned,
  });
  cleanup.defer(() => postgres.stop());
  const died = postgres.exited.then((how) => {
    throw new EmbeddedPostgresError(`the embedded database stopped unexpectedly: ${how}`);
  });
  // Looked at only once the server listens; until then whatever needs the database fails by itself.
  died.catch(() => undefined);
  const { connection } = postgres;
  const found = await inspectDatabase(connection, { migrations: MIGRATIONS });
  assertNotPromoted(found.facts);
  return { ...found, connection, died };
}
