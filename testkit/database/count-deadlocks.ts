import pg from "pg";
import type { TestServer } from "../servers/test-server.ts";
import { until } from "../until.ts";

/**
 * Stops the servers of a database, and returns the number of deadlocks in it, according to PostgreSQL. The servers are
 * stopped first, because a connection may report its deadlocks only when it is closed.
 */
export async function stopAndCountDeadlocks(...servers: readonly [TestServer, ...TestServer[]]): Promise<number> {
  for (const server of servers) await server[Symbol.asyncDispose]();
  const [{ connection }] = servers;
  const { database } = connection as { database: string };
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const count = async (query: string) =>
      Number((await client.query<{ count: string }>(query, [database])).rows[0]?.count);
    await until(async () => (await count("select count(*) from pg_stat_activity where datname = $1")) === 0);
    return await count("select deadlocks as count from pg_stat_database where datname = $1");
  } finally {
    await client.end();
  }
}
