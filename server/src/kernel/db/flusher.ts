import pg from "pg";
import type { ConnectionSettings } from "./pool.ts";

/** The smallest record that makes PostgreSQL flush its log up to here, and with it every commit before it. */
const FLUSH = "select pg_logical_emit_message(true, 'flush', '')";

/**
 * Waits until commits are on disk. Writers commit without waiting; one flush, on a connection of its own, then covers
 * every commit that came before it and is shared by all who wait.
 */
export class Flusher {
  readonly #settings: ConnectionSettings;
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** Resolves when everything committed before the call is on disk. */
  flush(): Promise<void> {
    if (!this.#running) return this.#start();
    // The flush under way may have begun before our commit: wait for the one after it.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const run = this.#flushOnce().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    this.#running = run;
    return run;
  }

  async #flushOnce(): Promise<void> {
    if (this.#closed) throw new Error("the database is closed");
    const client = (this.#client ??= await this.#connect());
    await client.query({ name: "flush", text: FLUSH });
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#settings,
      options: "-c synchronous_commit=on",
      application_name: "parlance flush",
    });
    client.on("error", () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running?.catch(() => undefined);
    await this.#client?.end();
  }
}
