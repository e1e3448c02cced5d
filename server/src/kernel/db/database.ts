import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { appendEvents, collectEvents, type LoggedEvent } from "../events/log.ts";
import { Flusher } from "./flusher.ts";
import { openPool, type ConnectionSettings } from "./pool.ts";
import type { Committed, Database, Schema, Snapshot, Tx } from "./types.ts";

export interface DatabaseOptions {
  connection: ConnectionSettings;
  poolSize: number;
  onError: (error: Error) => void;
}

/** serialization_failure, deadlock_detected: the same work, done again, may well succeed. */
const RETRIABLE = new Set(["40001", "40P01"]);
const MAX_TRIES = 8;

/** The database of a running server. Close it last. */
export class PostgresDatabase implements Database {
  readonly pool: pg.Pool;
  readonly reader: Kysely<Schema>;
  readonly #flusher: Flusher;
  #isClosing = false;
  /** Called after the flush, with the events of one transaction: they may leave now. */
  onCommitted: (events: readonly LoggedEvent[]) => void = () => undefined;

  constructor({ connection, poolSize, onError }: DatabaseOptions) {
    this.pool = openPool(connection, poolSize, (error) => {
      // Connections that a stop cuts are not news.
      if (!this.#isClosing) onError(error);
    });
    this.reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: this.pool }) });
    this.#flusher = new Flusher(connection);
  }

  async write<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, onDisk } = await this.commit(act);
    await onDisk;
    return result;
  }

  async commit<T>(act: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    const { result, events } = await retrying(() => this.#transact(act));
    const onDisk = this.#flusher.flush().then(() => this.onCommitted(events));
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
  }

  #transact<T>(act: (tx: Tx) => Promise<T>): Promise<{ result: T; events: LoggedEvent[] }> {
    return this.reader
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (tx) => {
        const drafts = collectEvents(tx);
        const result = await act(tx);
        // Last, because it takes the realm's counter row, which every other writer of that realm then waits for.
        return { result, events: await appendEvents(tx, drafts) };
      });
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
