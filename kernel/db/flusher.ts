import pg from "pg";
import { markConnectionLost } from "./outage.ts";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "./pool.ts";

/** The smallest record that makes PostgreSQL flush its log up to here, and with it every commit before it. */
const FLUSH = "select pg_logical_emit_message(true, 'flush', '')";

/**
 * Waits until commits are on disk. Writers commit without waiting; one flush, on a connection of its own, then covers
 * every commit that came before it and is shared by all who wait.
 */
export class Flusher {
  readonly #settings: ConnectionSettings;
  readonly #onLost: () => void;
  #line: Promise<FlushConnection> | undefined;
  #closed = false;

  /** `onLost` is called when the connection is gone: what was committed and not flushed may be, too. */
  constructor(settings: ConnectionSettings, onLost: () => void = () => undefined) {
    this.#settings = settings;
    this.#onLost = onLost;
  }

  /**
   * The connection to flush on. Get it before the commit that is to be flushed: if the database crashed in between, a flush
   * on a newer connection would confirm what is lost, while one on this connection fails.
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

/** Flushes as long as its connection lasts. */
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
      options: "-c synchronous_commit=on",
      application_name: "parlance flush",
    });
    client.on("error", (error) => {
      markConnectionLost(error);
      onLost();
    });
    await client.connect().catch((error: unknown) => {
      throw markConnectionLost(error);
    });
    return new FlushConnection(client);
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

  /** Resolves if the database answers. */
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
