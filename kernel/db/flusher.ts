import pg from "pg";
import { markConnectionLost } from "./outage.ts";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "./pool.ts";

/**
 * Writes the smallest possible record to PostgreSQL's write-ahead log and flushes the log, which also flushes every
 * earlier commit.
 */
const FLUSH = "select pg_logical_emit_message(true, 'flush', '')";

/**
 * Waits until commits are flushed to disk. Transactions commit without waiting for the disk. A single flush, on a
 * separate connection, then covers all earlier commits, and all waiting writers share it.
 */
export class Flusher {
  readonly #settings: ConnectionSettings;
  readonly #onLost: () => void;
  #line: Promise<FlushConnection> | undefined;
  #closed = false;

  /**
   * `onLost` is called when the connection is lost or cannot be opened, because commits that were not flushed yet may
   * then be lost too.
   */
  constructor(settings: ConnectionSettings, onLost: () => void = () => undefined) {
    this.#settings = settings;
    this.#onLost = onLost;
  }

  /**
   * Returns the connection to flush on. A caller must get it before the commit that is to be flushed. If the database
   * crashed in between, a flush on a newer connection would confirm a commit that is lost, while a flush on this
   * connection fails.
   */
  connection(): Promise<FlushConnection> {
    if (this.#closed) return Promise.reject(new Error("the database is closed"));
    return (this.#line ??= this.#open());
  }

  #open(): Promise<FlushConnection> {
    const forget = () => {
      if (this.#line !== opening) return;
      this.#line = undefined;
      this.#onLost();
    };
    const opening = FlushConnection.open(this.#settings, forget);
    opening.catch(forget);
    return opening;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#line?.then(
      (line) => line.close(),
      () => undefined,
    );
  }
}

/** Flushes commits on a single connection, until that connection is lost. */
export class FlushConnection {
  readonly #client: pg.Client;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(settings: ConnectionSettings, onLost: () => void): Promise<FlushConnection> {
    const client = new pg.Client({
      ...settings,
      ...CONNECTION_OPTIONS,
      pipeline: true,
      application_name: "parlance flush",
    });
    client.on("error", (error) => {
      markConnectionLost(error);
      onLost();
    });
    await client.connect().catch((error: unknown) => {
      throw markConnectionLost(error);
    });
    // Not an option of the start-up message, because connection poolers reject these. Sent together with the first flush;
    // if this fails, the connection is lost, and so the flush fails too.
    client.query("set synchronous_commit = on").catch(() => undefined);
    return new FlushConnection(client);
  }

  /** Resolves when everything committed before the call is on disk. */
  flush(): Promise<void> {
    if (!this.#running) return this.#start();
    // The current flush may have started before our commit, so wait for the next flush.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  /** Resolves if the database responds. */
  async probe(): Promise<void> {
    await this.#client.query("select 1");
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
    await this.#client.query({ name: "flush", text: FLUSH });
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
    await this.#client.end();
  }
}
