import { EmbeddedPostgresError, startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { type DatabaseInspection, inspectDatabase, waitForDatabase } from "@parlance/kernel/db/database-inspection.ts";
import type { DatabaseConnections } from "@parlance/kernel/db/pooler.ts";
import { assertNotPromoted } from "@parlance/kernel/db/promotion.ts";
import type { Config } from "../config/load-config.ts";
import { externalDatabase } from "./external-database.ts";
import { MIGRATIONS } from "./migrations-folder.ts";

interface ConnectedDatabase extends DatabaseInspection, Pick<DatabaseConnections, "connection" | "pooler"> {
  /** Rejects if the embedded database ends unexpectedly. Stays pending for an external database. */
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

/**
 * Waits for the external database, or starts the embedded one. Returns undefined if the signal is aborted before the
 * external database can be reached.
 */
export async function connectDatabase(
  config: Config,
  { dataDir, log, signal, onSpawned }: ConnectDatabaseOptions,
  cleanup: AsyncDisposableStack,
): Promise<ConnectedDatabase | undefined> {
  const addresses = externalDatabase(config);
  if (addresses) {
    const found = await waitForDatabase(addresses, { log, signal, migrations: MIGRATIONS });
    if (!found) return undefined;
    assertNotPromoted(found.facts);
    if (found.mode !== "none") log.info(`the database is behind a connection pooler in ${found.mode} mode`);
    return { ...found, died: new Promise(() => undefined) };
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
  // Awaited only once the server listens. Until then, every operation that needs the database fails by itself.
  died.catch(() => undefined);
  const { connection } = postgres;
  const found = await inspectDatabase(connection, { migrations: MIGRATIONS });
  assertNotPromoted(found.facts);
  return { ...found, connection, died };
}
