import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RawBuilder } from "kysely";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { ServerProcess } from "./server-process.ts";

/**
 * Connects to the database of a running server with a separate pool. The caller must close it. The server may be killed
 * before that.
 */
export async function openServerDatabase({ dataDir }: Pick<ServerProcess, "dataDir">): Promise<PostgresDatabase> {
  const { connection } = JSON.parse(await readFile(join(dataDir, "server.json"), "utf8")) as {
    connection: ConnectionSettings;
  };
  const db = new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });
  // The embedded database stops with its server, even while these connections are open.
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  return db;
}

/** Connects to the database of a running server, runs `act`, and closes the connections afterwards. */
export async function withServerDatabase<T>(
  server: Pick<ServerProcess, "dataDir">,
  act: (db: PostgresDatabase) => Promise<T>,
): Promise<T> {
  const db = await openServerDatabase(server);
  try {
    return await act(db);
  } finally {
    await db.close();
  }
}

/**
 * Locks the rows of a `for update` query until the returned function is called. The database may have stopped by then.
 */
export async function lockRows(
  db: Pick<PostgresDatabase, "write">,
  query: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = db
    .write(async (tx) => {
      await query.execute(tx);
      locked.resolve();
      await released.promise;
    })
    .catch(() => undefined);
  await locked.promise;
  return async () => {
    released.resolve();
    await transaction;
  };
}
