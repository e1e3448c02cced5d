import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  Transaction,
} from "kysely";
import type pg from "pg";
import type { Schema, Tx } from "./types.ts";

/**
 * Runs work in a transaction on a connection of its own, and commits it. Statements are sent as they are asked for, without
 * waiting for the answers to those before them; the database runs them in that order. The query builder's own transactions
 * send each one only when the one before it is answered.
 */
export async function transact<T>(pool: pg.Pool, reader: Kysely<Schema>, act: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    // Sent together with the first statement; what is wrong with it shows before anything is committed.
    const begun = client.query("begin isolation level read committed");
    begun.catch(() => undefined);
    try {
      const result = await act(transactionOn(client, reader));
      await begun;
      const { command } = await client.query("commit");
      // So it answers where a statement failed and nobody looked.
      if (command === "ROLLBACK") throw new Error("the transaction was undone: one of its statements had failed");
      isBroken = false;
      return result;
    } catch (error) {
      await client.query("rollback");
      isBroken = false;
      throw error;
    }
  } finally {
    client.release(isBroken);
  }
}

/** The builder asks these only to open transactions within transactions, which nobody here does. */
const unused = {} as Driver & Dialect;

function transactionOn(client: pg.PoolClient, reader: Kysely<Schema>): Tx {
  const connection = new ClientConnection(client);
  const executor = reader.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) });
  return new Transaction<Schema>({ config: { dialect: unused }, dialect: unused, driver: unused, executor });
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
    return {
      rows: rows as R[],
      ...(command === "SELECT" || rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }),
    };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("rows are not streamed in transactions");
  }
}
