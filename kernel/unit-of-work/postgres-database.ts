import { Kysely, PostgresDialect, sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { appendEvents, startCollectingEvents, type LoggedEvent, resolvePendingEvents } from "../events/event-log.ts";
import { startCollectingJobs, type JobRequest } from "../jobs/enqueue-job.ts";
import { JobSender } from "../jobs/job-sender.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { Flusher, type FlushConnection } from "../db/flusher.ts";
import { DatabaseTimeout, findOutage, CommitOutcomeUnknown } from "../db/outage.ts";
import { PoolExhaustion } from "../db/pool-exhaustion.ts";
import type { LockOrder } from "../db/lock-order.ts";
import { openPool, type ConnectionSettings, type TransactionPooler } from "../db/pool.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { tablesWrittenBy, transact } from "../db/transaction.ts";
import type { Committed, Database, Schema, Snapshot, Tx } from "../db/types.ts";
import { DatabaseMeasures } from "./database-measures.ts";

/** Functions that a database calls when it has committed a transaction, or may have lost one. Default: none. */
export interface DatabaseListeners {
  /**
   * Called with the events of a transaction as soon as it has committed. The commit may not be flushed to disk yet, so
   * the database may still lose the transaction.
   */
  readonly onWritten?: (events: readonly LoggedEvent[]) => void;
  /**
   * If `lockOrder` is given, awaited after each transaction, with the tables that the transaction wrote to. If it
   * throws, the write rejects with that error.
   */
  readonly afterWatchedWrite?: (tables: ReadonlySet<string>, events: readonly LoggedEvent[]) => Promise<void>;
  /**
   * Called when the server may be connected to a different database than before, such as a promoted standby, so that
   * committed data may be lost.
   */
  readonly onLost?: () => void;
  /** Called with the events of a transaction once the commit is flushed to disk. They may now be sent to clients. */
  readonly onCommitted?: (events: readonly LoggedEvent[]) => void;
  /** Called with the jobs that a transaction enqueued once the commit is flushed to disk. They may now be started. */
  readonly onJobsRequested?: (requests: readonly JobRequest[]) => void;
}

export interface DatabaseOptions extends DatabaseListeners {
  connection: ConnectionSettings;
  /** Pooler that requests use. The flusher and the job queue always use `connection`. Default: none. */
  pooler?: TransactionPooler | undefined;
  poolSize: number;
  onError: (error: Error) => void;
  /** Clock with which the duration of the pool's exhaustion is measured. Default: the system's clock. */
  clock?: Pick<Clock, "elapsed">;
  /**
   * If given, a transaction that acquires locks against this order fails, and `afterWatchedWrite` is called. For tests.
   */
  lockOrder?: LockOrder | undefined;
  /** Default: statements are not traced. */
  tracing?: Tracing | undefined;
}

interface TransactionResult<T> {
  readonly result: T;
  readonly events: readonly LoggedEvent[];
  readonly requests: readonly JobRequest[];
  readonly tables: ReadonlySet<string>;
}

/**
 * SQLSTATE codes after which a transaction is retried: serialization_failure, deadlock_detected, and
 * foreign_key_violation (a row was deleted after the transaction had read it).
 */
const RETRIABLE = new Set(["40001", "40P01", "23503"]);
const MAX_TRIES = 8;
/** Time in which the database must respond to a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 2000;

/** The database of a running server. Must be closed after everything that uses it. */
export class PostgresDatabase implements Database {
  readonly pool: pg.Pool;
  readonly reader: Kysely<Schema>;
  readonly measures = new DatabaseMeasures();
  readonly #exhaustion: PoolExhaustion;
  readonly #flusher: Flusher;
  readonly #sender: JobSender;
  readonly #lockOrder: LockOrder | undefined;
  readonly #listeners: DatabaseListeners;
  #isClosing = false;
  /** Whether a write has failed because the disk was full, and no write has succeeded since. */
  #isFull = false;
  #probing: Promise<void> | undefined;

  constructor({
    connection,
    pooler,
    poolSize,
    onError,
    clock = systemClock,
    lockOrder,
    tracing,
    ...listeners
  }: DatabaseOptions) {
    this.#lockOrder = lockOrder;
    this.#listeners = listeners;
    // Connections cut by our own shutdown are not errors.
    const onLost = (error: Error) => void (this.#isClosing || onError(error));
    this.pool = openPool(pooler ?? connection, poolSize, onLost, tracing);
    this.#exhaustion = new PoolExhaustion(this.pool, clock);
    this.reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: this.pool }) });
    this.#flusher = new Flusher(connection, listeners.onLost);
    this.#sender = new JobSender(connection);
  }

  /** Number of callers that had to wait for a connection, and their waiting time in milliseconds. */
  get poolWaits(): { readonly count: number; readonly milliseconds: number } {
    return this.#exhaustion.waits;
  }

  async write<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, onDisk } = await this.commit(act);
    await onDisk;
    return result;
  }

  async commit<T>(act: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    const { measures } = this;
    const startedAt = performance.now();
    const line = await this.#flusher.connection();
    const attempt = () => this.#noticingRoom(() => this.#transact(act));
    const { result, events, requests, tables } = await withRetries(attempt, () => (measures.retries += 1));
    const committedAt = performance.now();
    measures.transactions.record((committedAt - startedAt) / 1000);
    this.#listeners.onWritten?.(events);
    if (this.#lockOrder) await this.#listeners.afterWatchedWrite?.(tables, events);
    const flushed = line.flush().catch((error: unknown) => {
      throw new CommitOutcomeUnknown(error);
    });
    const onDisk = flushed.then(() => {
      measures.flushes.record((performance.now() - committedAt) / 1000);
      this.#listeners.onCommitted?.(events);
      if (requests.length > 0) this.#listeners.onJobsRequested?.(requests);
    });
    return { result, onDisk };
  }

  async snapshot<T>(read: (at: Snapshot, tx: Tx) => Promise<T>): Promise<T> {
    const line = await this.#flusher.connection();
    const [result] = await withRetries(() =>
      transact(this.pool, this.reader, {
        act: (tx) => read(tx as unknown as Snapshot, tx),
        last: async () => undefined,
        isolation: "repeatable read",
      }),
    );
    await line.flush();
    return result;
  }

  /**
   * Resolves if the database can be used. Otherwise rejects with the reason within seconds, even if all connections are
   * busy. Concurrent calls share the result.
   * @throws PoolExhausted, DatabaseTimeout, and errors of the database
   */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => (this.#probing = undefined));
    return this.#probing;
  }

  /**
   * Returns the connection on which commits are flushed to disk. A caller that acts on data written by any process must
   * get the connection before it reads, and flush afterwards.
   */
  flushConnection(): Promise<FlushConnection> {
    return this.#flusher.connection();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#flusher.close();
    await this.reader.destroy();
    // Kysely closes the pool itself if it was ever used.
    if (!this.pool.ending) await this.pool.end();
  }

  async #probe(): Promise<void> {
    this.#exhaustion.assertUsable();
    const timeout = new AbortController();
    const late = sleep(PROBE_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
      throw new DatabaseTimeout(`the database did not respond within ${PROBE_TIMEOUT_MS} ms`);
    });
    const probe = this.#isFull ? this.#waitForConnection() : this.#flusher.connection().then((line) => line.probe());
    try {
      await Promise.race([probe, late]);
    } finally {
      timeout.abort();
      for (const loser of [probe, late]) loser.catch(() => undefined);
    }
  }

  /** Writes some data to find out whether the disk is still full, and discards the data again. */
  #waitForConnection(): Promise<void> {
    const text = sql`create temporary table room on commit drop as select repeat('x', 1000) from generate_series(1, 100)`;
    return this.write(async (tx) => void (await text.execute(tx)));
  }

  async #noticingRoom<T>(act: () => Promise<T>): Promise<T> {
    try {
      const result = await act();
      this.#isFull = false;
      return result;
    } catch (error) {
      if (findOutage(error) === "full") this.#isFull = true;
      throw error;
    }
  }

  async #transact<T>(act: (tx: Tx) => Promise<T>): Promise<TransactionResult<T>> {
    const [{ result, requests, tables }, events] = await transact(this.pool, this.reader, {
      act: async (tx) => {
        const [drafts, jobs] = [startCollectingEvents(tx), startCollectingJobs(tx)];
        const done = await act(tx);
        await this.#sender.write(tx, jobs);
        return {
          result: done,
          requests: jobs,
          drafts: await resolvePendingEvents(tx, drafts),
          tables: tablesWrittenBy(tx),
        };
      },
      // Events are appended last, because this locks the realm's counter row, for which all other writers of the realm
      // wait.
      last: (tx, { drafts }) => appendEvents(tx, drafts),
      isolation: "read committed",
      lockOrder: this.#lockOrder,
    });
    return { result, requests, events, tables };
  }
}

async function withRetries<T>(attempt: () => Promise<T>, onRetry = () => undefined as unknown): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRIABLE.has((error as { code?: string }).code ?? "")) throw error;
      onRetry();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));
    }
  }
}
