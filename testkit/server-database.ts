import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import type { ConnectionSettings } from "@parlance/server/kernel/db/pool.ts";
import type { ServerProcess } from "./server-process.ts";

/** The database of a running server, over connections of the caller's own. To be closed; the server may be killed before. */
export async function databaseOf({ dataDir }: Pick<ServerProcess, "dataDir">): Promise<PostgresDatabase> {
  const { connection } = JSON.parse(await readFile(join(dataDir, "server.json"), "utf8")) as {
    connection: ConnectionSettings;
  };
  const db = new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });
  // The embedded database ends with its server, also while it is being used here.
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  return db;
}
