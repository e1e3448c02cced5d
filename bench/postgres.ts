import pg from "pg";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { setup } from "./testkit-exports.ts";

/** The PostgreSQL server that both sides of all comparisons use. */
export interface Postgres extends AsyncDisposable {
  /** Version, such as 17.5. */
  readonly version: string;
  /** Creates a database with the server's tables, without rows. */
  createDatabase(): Promise<ConnectionSettings>;
}

/**
 * Starts an embedded PostgreSQL server for the duration of the measurements. `parent`: folder for its files, by default
 * in memory if there is enough.
 */
export async function startPostgres(parent?: string): Promise<Postgres> {
  const surroundings = await setup(parent);
  const { env } = surroundings;
  const server = JSON.parse(env["PARLANCE_TEST_POSTGRES"] ?? "") as { host: string; port: number; user: string };
  let databases = 0;
  return {
    version: await readVersion({ ...server, database: "postgres" }),
    async createDatabase() {
      databases += 1;
      const database = `bench_${databases}`;
      const client = new pg.Client({ ...server, database: "postgres" });
      await client.connect();
      await client.query(`create database ${database} template ${env["PARLANCE_TEST_TEMPLATE"]}`);
      await client.end();
      return { ...server, database };
    },
    [Symbol.asyncDispose]: () => surroundings.teardown(),
  };
}

async function readVersion(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return rows[0]?.server_version ?? "unknown";
}
