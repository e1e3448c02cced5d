import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestUser } from "../../../testkit/organization/test-user.ts";
import type { ServerProcess } from "../../../testkit/servers/server-process.ts";

/** A server on which a fault is injected, and its database. */
export class Victim implements AsyncDisposable {
  readonly server: ServerProcess;
  /** Address at which Prometheus reads the metrics. */
  readonly metricsAddress: string;
  readonly #clients: pg.Client[] = [];

  constructor(server: ServerProcess, metricsAddress = `127.0.0.1:${server.port}`) {
    this.server = server;
    this.metricsAddress = metricsAddress;
  }

  async owner(): Promise<TestUser> {
    const { owner } = await this.server.demoUsers();
    if (!owner) throw new Error("the demo organization has no owner");
    return owner;
  }

  /** Opens a connection to the server's database. */
  async connect(): Promise<pg.Client> {
    const { connection } = JSON.parse(await readFile(join(this.server.dataDir, "server.json"), "utf8")) as {
      readonly connection: pg.ClientConfig;
    };
    const client = new pg.Client(connection);
    // The connection breaks when the server stops its database.
    client.on("error", () => undefined);
    await client.connect();
    this.#clients.push(client);
    return client;
  }

  /** Process ids of the database. */
  get databaseProcesses(): readonly number[] {
    return this.server.allProcessIds.filter((pid) => pid !== this.server.pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end().catch(() => undefined)));
    await this.server[Symbol.asyncDispose]();
  }
}

/** A fault, and the alert that must notice it. */
export interface Fault {
  readonly name: string;
  readonly alert: string;
  /** Starts a server on which the fault can be injected. `signal`: aborted when everything started here must end. */
  readonly prepare: () => Promise<Victim>;
  /** Whether the server has the fault since its start. Default: no. */
  readonly existsFromStart?: true;
  /** Injects the fault. It lasts until `signal` is aborted. */
  readonly inject: (victim: Victim, signal: AbortSignal) => Promise<void>;
}
