import pg from "pg";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { setup } from "./testkit-exports.ts";

/** The PostgreSQL server that both sides of all comparisons use. */
export interface Postgres extends AsyncDisposable {
  /** Creates a database with the server's tables, without rows. */
  createDatabase(): Promise<ConnectionSettings>;
}

/** Starts an embedded PostgreSQL server for the duration of the measurements. */
export async function startPostgres(): Promise<Postgres> {
  const surroundings = await setup();
  const { env } = surroundings;
  const server = JSON.parse(env["PARLANCE_TEST_POSTGRES"] ?? "") as { host: string; port: number; user: string };
  let databases = 0;
  return {
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
