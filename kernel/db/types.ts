import type { Kysely, Selectable, Transaction } from "kysely";
import type { Schema } from "./schema.generated.ts";

export type { Schema } from "./schema.generated.ts";

/** A row as a SELECT returns it. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** A transaction: the only thing that can write. Made by `Database.write`, never by hand. */
export type Tx = Transaction<Schema>;

/** What can read and cannot write: the database itself, a snapshot, or a transaction. */
export type Reader = Pick<
  Kysely<Schema>,
  "selectFrom" | "selectNoFrom" | "with" | "withRecursive" | "fn" | "getExecutor" | "dynamic"
>;

/** A reader whose queries all see one moment of the database. */
export type Snapshot = Reader & { readonly snapshot: true };

/** What a transaction returned. It may still be lost until `committed` resolves, which also lets its events go. */
export interface Committed<T> {
  readonly result: T;
  readonly onDisk: Promise<void>;
}

/** The database as the rest of the server sees it. */
export interface Database {
  readonly reader: Reader;
  /**
   * Runs `act` in one transaction, writes the jobs it requested, appends the events it emitted as the last statement,
   * commits, waits until the commit is on disk, then lets jobs and events go. Retries when the database reports a serialisation failure or a deadlock, so
   * `act` may run more than once and must have no effect outside the transaction.
   * @throws CommitOutcomeUnknown when the database went away and nobody knows whether it is done
   */
  write<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `write`, but resolves as soon as the transaction is committed, so that the next one can begin. Whoever hears of
   * the result waits for `committed` first.
   */
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<Committed<T>>;
  /** Runs `read` at one moment of the database (REPEATABLE READ), then waits until all it may have seen is on disk. */
  snapshot<T>(read: (at: Snapshot, tx: Tx) => Promise<T>): Promise<T>;
}
