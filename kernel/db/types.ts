import type { Kysely, Selectable, Transaction } from "kysely";
import type { Schema } from "./schema.generated.ts";

export type { Schema } from "./schema.generated.ts";

/** A row as returned by a SELECT. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** A transaction, the only object that can write. Created only by `write`, `commit` and `snapshot` of `Database`. */
export type Tx = Transaction<Schema>;

/** An object that can read but not write: the database itself, a snapshot, or a transaction. */
export type Reader = Pick<
  Kysely<Schema>,
  "selectFrom" | "selectNoFrom" | "with" | "withRecursive" | "fn" | "getExecutor" | "dynamic"
>;

/** A reader whose queries all see the same state of the database. */
export type Snapshot = Reader & { readonly snapshot: true };

/**
 * The result of a committed transaction. Until `onDisk` resolves, a crash can still lose the transaction. Its events
 * are sent once `onDisk` has resolved.
 */
export interface Committed<T> {
  readonly result: T;
  readonly onDisk: Promise<void>;
}

/** The interface to the database for the rest of the server. */
export interface Database {
  readonly reader: Reader;
  /**
   * Runs `act` in a transaction, writes the jobs that it requested, appends the events that it emitted as the last
   * statement, commits, waits until the commit is on disk, and then releases jobs and events. Retries if the database
   * reports a serialization failure, a deadlock or a foreign key violation, so `act` may run more than once and must
   * have no effect outside the transaction.
   * @throws CommitOutcomeUnknown if the database was lost and the outcome is unknown
   */
  write<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like `write`, runs `act` in a transaction, but resolves as soon as the transaction is committed, so that the next
   * transaction can start. The result must not be published before `onDisk` has resolved.
   */
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<Committed<T>>;
  /**
   * Runs `read` with a single state of the database (REPEATABLE READ), then waits until all commits that `read` may
   * have seen are on disk.
   */
  snapshot<T>(read: (at: Snapshot, tx: Tx) => Promise<T>): Promise<T>;
}
