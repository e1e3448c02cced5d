import type pg from "pg";

/** What the database was asked while something ran. */
export interface DatabaseWork {
  readonly statements: number;
  /** Rows that statements returned or changed. */
  readonly rows: number;
}

type Query = (...args: unknown[]) => Promise<{ rowCount?: number | null } | undefined>;

/** Counts the statements that go through a pool while `act` runs. */
export async function countStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<DatabaseWork> {
  const work = { statements: 0, rows: 0 };
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    const query = client.query.bind(client) as unknown as Query;
    const release = client.release.bind(client);
    client.query = (async (...args: unknown[]) => {
      const result = await query(...args);
      work.statements += 1;
      work.rows += result?.rowCount ?? 0;
      return result;
    }) as never;
    client.release = (error) => {
      client.query = query as never;
      client.release = release;
      release(error);
    };
    return client;
  }) as never;
  try {
    await act();
  } finally {
    pool.connect = connect as never;
  }
  return work;
}
