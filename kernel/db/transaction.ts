import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  Transaction,
} from "kysely";
import type pg from "pg";
import type { LockOrder } from "./lock-order.ts";
import { LockOrderChecker } from "./lock-order-checker.ts";
import { CommitOutcomeUnknown } from "./outage.ts";
import { pipelined } from "./pipeline.ts";
import type { Schema, Tx } from "./types.ts";

/** The work of a transaction: `act`, and then `last`, which must send its statements before it returns. */
interface TransactionWork<T, L> {
  act(tx: Tx): Promise<T>;
  last(tx: Tx, result: T): Promise<L>;
  /**
   * Which changes of other transactions are visible: with "read committed", each statement sees those committed before
   * it; with "repeatable read", all statements see the state at the start.
   */
  readonly isolation: "read committed" | "repeatable read";
  /**
   * The order of locks. If given, the transaction's locks are checked and the tables it writes to are recorded: see
   * `LockOrderChecker` and `tablesWrittenBy`.
   */
  readonly lockOrder?: LockOrder | undefined;
}

/**
 * Runs work in a transaction on a separate connection, and commits it. Statements are sent immediately, without waiting
 * for the results of earlier ones, and the database runs them in that order. (The query builder's own transactions send
 * each statement only after the result of the previous one.) The commit is sent together with the last statements: if
 * one of them fails, the database rolls the transaction back instead.
 * @throws CommitOutcomeUnknown if the connection was lost after the commit had been sent
 */
export async function transact<T, L>(
  pool: pg.Pool,
  reader: Kysely<Schema>,
  work: TransactionWork<T, L>,
): Promise<[T, L]> {
  const client = await pool.connect();
  const connection = new ClientConnection(client, work.lockOrder && new LockOrderChecker(work.lockOrder));
  let isBroken = true;
  let isUndone = true;
  try {
    void connection.send(`begin isolation level ${work.isolation}`);
    try {
      const tx = transactionOn(connection, reader);
      const result = await work.act(tx);
      const sent = pipelined([work.last(tx, result), ...connection.sent]);
      sent.catch(() => undefined);
      isUndone = false;
      const { command } = await client.query("commit");
      // The database responds with ROLLBACK if a statement failed.
      isUndone = command === "ROLLBACK";
      const [last] = await sent;
      if (isUndone) throw new Error("the transaction was undone: one of its statements had failed");
      isBroken = false;
      return [result, last];
    } catch (error) {
      isBroken = !(await isFulfilled(client.query("rollback")));
      const cause = await findRootCause(error, connection.sent);
      if (isBroken && !isUndone) throw new CommitOutcomeUnknown(cause);
      if (isUndone && typeof cause === "object" && cause !== null) rolledBackErrors.add(cause);
      throw cause;
    }
  } finally {
    client.release(isBroken);
  }
}

/**
 * Resolves to whether the statement succeeded. If even ROLLBACK fails, the connection is broken, and the database
 * discards the transaction.
 */
const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

/**
 * Returns the error that failed the transaction: that of the first failed statement, even if the statement was not
 * awaited, or else the error that `act` threw.
 */
async function findRootCause(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  try {
    await pipelined(sent);
    return error;
  } catch (first) {
    return first;
  }
}

const rolledBackErrors = new WeakSet<object>();

/**
 * Returns whether a transaction that had begun and failed with this error was rolled back completely. False for any
 * other error, in particular if the outcome is unknown because the commit was not confirmed.
 */
export const isRolledBack = (error: unknown): boolean =>
  typeof error === "object" && error !== null && rolledBackErrors.has(error);

const connections = new WeakMap<Tx, ClientConnection>();

/**
 * Sends a statement immediately, so everything sent after this call runs after it. The caller does not have to await
 * the result: if the statement fails, the transaction fails with the statement's error.
 */
export function sendNow<R>(tx: Tx, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  const connection = connections.get(tx);
  if (!connection) throw new Error("statements are sent in a transaction of Database.write");
  const { sql, parameters } = statement.compile(tx);
  return connection.send<R>(sql, parameters);
}

/** Returns the lock order checker of a transaction, if it has one. */
export const lockOrderCheckerOf = (tx: Tx): LockOrderChecker | undefined => connections.get(tx)?.lockOrderChecker;

/** Returns the tables that a transaction has written to so far. Empty if the transaction is not watched. */
export const tablesWrittenBy = (tx: Tx): ReadonlySet<string> => connections.get(tx)?.written ?? new Set();

/**
 * A placeholder: the query builder uses driver and dialect only for nested transactions, which are never opened here.
 */
const unusedDialect = {} as Driver & Dialect;

function transactionOn(connection: ClientConnection, reader: Kysely<Schema>): Tx {
  const executor = reader.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) });
  const tx = new Transaction<Schema>({
    config: { dialect: unusedDialect },
    dialect: unusedDialect,
    driver: unusedDialect,
    executor,
  });
  connections.set(tx, connection);
  return tx;
}

const WRITE = /\b(?:insert into|update|delete from) "?(\w+)/g;

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** Results of all sent statements, including those that the caller does not await. */
  readonly sent: Promise<unknown>[] = [];
  readonly written = new Set<string>();
  readonly lockOrderChecker: LockOrderChecker | undefined;

  constructor(client: pg.PoolClient, lockWatch: LockOrderChecker | undefined) {
    this.#client = client;
    this.lockOrderChecker = lockWatch;
  }

  /** Sends a statement before the call returns. */
  send<R>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<R>> {
    const answer = this.#query<R>(sql, parameters);
    answer.catch(() => undefined);
    this.sent.push(answer);
    return answer;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#query(sql, parameters);
  }

  async #query<R>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<R>> {
    if (this.lockOrderChecker) this.#watch(this.lockOrderChecker, sql);
    const { command, rowCount, rows } = await this.#client.query(sql, parameters && [...parameters]);
    return {
      rows: rows as R[],
      ...(command === "SELECT" || rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }),
    };
  }

  #watch(lockWatch: LockOrderChecker, sql: string): void {
    lockWatch.checkStatement(sql);
    for (const [, table] of sql.matchAll(WRITE)) if (table !== undefined) this.written.add(table);
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("rows are not streamed in transactions");
  }
}
