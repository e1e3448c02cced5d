import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { appendEvents, collectEvents, type LoggedEvent, writeDrafts } from "../events/log.ts";
import { collectRequests, type JobRequest } from "../jobs/requests.ts";
import { JobSender } from "../jobs/sender.ts";
import { Flusher } from "./flusher.ts";
import { openPool, type ConnectionSettings } from "./pool.ts";
import { transact } from "./transaction.ts";
import type { Committed, Database, Schema, Snapshot, Tx } from "./types.ts";

export interface DatabaseOptions {
  connection: ConnectionSettings;
  poolSize: number;
  onError: (error: Error) => void;
}

interface Transacted<T> {
  readonly result: T;
  readonly events: readonly LoggedEvent[];
  readonly requests: readonly JobRequest[];
}

/**
 * serialization_failure, deadlock_detected, and foreign_key_violation where a row was deleted after it was looked at: the
 * same work, done again, may well succeed.
 */
const RETRIABLE = new Set(["40001", "40P01", "23503"]);
const MAX_TRIES = 8;

/** The database of a running server. Close it last. */
export class PostgresDatabase implements Database {
  readonly pool: pg.Pool;
  readonly reader: Kysely<Schema>;
  readonly #flusher: Flusher;
  readonly #sender: JobSender;
  #isClosing = false;
  /** Called after the flush, with the events of one transaction: they may leave now. */
  onCommitted: (events: readonly LoggedEvent[]) => void = () => undefined;
  /** Called after the flush, with the jobs that one transaction asked for: they may begin now. */
  onRequested: (requests: readonly JobRequest[]) => void = () => undefined;

  constructor({ connection, poolSize, onError }: DatabaseOptions) {
    this.pool = openPool(connection, poolSize, (error) => {
      // Connections that a stop cuts are not news.
      if (!this.#isClosing) onError(error);
    });
    this.reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: this.pool }) });
    this.#flusher = new Flusher(connection);
    this.#sender = new JobSender(connection);
  }

  async write<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, onDisk } = await this.commit(act);
    await onDisk;
    return result;
  }

  async commit<T>(act: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    const { result, events, requests } = await retrying(() => this.#transact(act));
    const onDisk = this.#flusher.flush().then(() => {
      this.onCommitted(events);
      if (requests.length > 0) this.onRequested(requests);
    });
    return { result, onDisk };
  }

  async snapshot<T>(read: (at: Snapshot, tx: Tx) => Promise<T>): Promise<T> {
    const result = await retrying(() =>
      this.reader
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((tx) => read(tx as unknown as Snapshot, tx)),
    );
    await this.#flusher.flush();
    return result;
  }

  /** Resolves when everything committed so far, by any process, is on disk. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#flusher.close();
    await this.reader.destroy();
    // The reader ends a pool only if it has ever read from it.
    if (!this.pool.ending) await this.pool.end();
  }

  async #transact<T>(act: (tx: Tx) => Promise<T>): Promise<Transacted<T>> {
    const [{ result, requests }, events] = await transact(this.pool, this.reader, {
      act: async (tx) => {
        const [drafts, asked] = [collectEvents(tx), collectRequests(tx)];
        const done = await act(tx);
        await this.#sender.write(tx, asked);
        return { result: done, requests: asked, drafts: await writeDrafts(tx, drafts) };
      },
      // Last, because it takes the realm's counter row, which every other writer of that realm then waits for.
      last: (tx, { drafts }) => appendEvents(tx, drafts),
    });
    return { result, requests, events };
  }
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRIABLE.has((error as { code?: string }).code ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));
    }
  }
}
