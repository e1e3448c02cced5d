import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { afterFile } from "../cleanup.ts";
import { copyPreparedCluster } from "./database-cluster.ts";
import { createDatabaseFolder } from "./database-folder.ts";

const PREFIX = "parlance-own-";

/** A PostgreSQL server for a single test. It can be stopped while servers use it, and restarted at the same address. */
export class DedicatedPostgres {
  readonly #dataDir: string;
  #running: EmbeddedPostgres | undefined;

  private constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * Starts PostgreSQL in a folder, by default in the same place as test databases. The folder is removed after the
   * file's tests.
   */
  static async start(parent?: string): Promise<DedicatedPostgres> {
    const dataDir = await (parent === undefined ? createDatabaseFolder(PREFIX) : mkdtemp(join(parent, PREFIX)));
    const postgres = new DedicatedPostgres(dataDir);
    afterFile(async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    await copyPreparedCluster(dataDir);
    await postgres.start();
    return postgres;
  }

  /** Connection settings while it is running. */
  get connection(): ConnectionSettings {
    return { host: join(this.#dataDir, "postgres-socket"), port: 5432, user: "parlance", database: "parlance" };
  }

  /** Path of its socket. */
  get socketPath(): string {
    return join(this.#dataDir, "postgres-socket", ".s.PGSQL.5432");
  }

  /** Connection settings as a URL, for DATABASE_URL. */
  get url(): string {
    return `postgres://parlance@localhost/parlance?host=${encodeURIComponent(join(this.#dataDir, "postgres-socket"))}`;
  }

  async start(): Promise<void> {
    this.#running = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: () => undefined });
  }

  /** Changes a setting in PostgreSQL's configuration, and restarts PostgreSQL. */
  async configure(name: string, value: number): Promise<void> {
    const client = new pg.Client(this.connection);
    await client.connect();
    await client.query(`alter system set ${client.escapeIdentifier(name)} = ${value}`);
    await client.end();
    await this.stop();
    await this.start();
  }

  /** Shuts PostgreSQL down in an orderly way, which notifies its clients. */
  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Kills PostgreSQL with `kill -9`. Data that it has not written yet is lost. */
  async crash(): Promise<void> {
    const postgres = this.#running;
    if (!postgres) throw new Error("the database does not run");
    process.kill(postgres.pid, "SIGKILL");
    await postgres.exited;
    await this.stop();
  }
}
