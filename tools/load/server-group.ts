import { rm } from "node:fs/promises";
import { createDatabaseFolder } from "../../testkit/database/database-folder.ts";
import { DedicatedPostgres } from "../../testkit/database/dedicated-postgres.ts";
import { createTestOrganization, type TestOrganization } from "../../testkit/organization/test-organization.ts";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { startServerOnDatabase, TEST_HOST, TEST_SECRET } from "../../testkit/servers/test-server.ts";
import { TcpProxy } from "../../testkit/services/tcp-proxy.ts";

/** Several server processes that share a PostgreSQL and a folder for files, with a test organization. */
export class ServerGroup implements AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  readonly realm: TestOrganization;
  /**
   * The connection between the last process and the database. It can be delayed, so that this process receives events
   * later than the other processes.
   */
  readonly slowLine: TcpProxy;
  readonly #folder: string;
  readonly #postgres: DedicatedPostgres;

  private constructor(
    parts: Pick<ServerGroup, "servers" | "realm" | "slowLine">,
    folder: string,
    postgres: DedicatedPostgres,
  ) {
    this.servers = parts.servers;
    this.realm = parts.realm;
    this.slowLine = parts.slowLine;
    this.#folder = folder;
    this.#postgres = postgres;
  }

  static async start(processes: number, env: Readonly<Record<string, string>> = {}): Promise<ServerGroup> {
    const postgres = await DedicatedPostgres.start();
    // The limit is high enough for the connection pools of all processes, including those of processes that have just
    // been killed.
    await postgres.configure("max_connections", CONNECTIONS_PER_PROCESS * processes);
    const maker = await startServerOnDatabase(postgres.connection);
    const realm = await createTestOrganization(maker);
    await maker[Symbol.asyncDispose]();
    const slowLine = await TcpProxy.start([{ path: postgres.socketPath }]);
    const folder = await createDatabaseFolder("parlance-group-");
    const start = (_: unknown, nth: number) => {
      const isLast = nth === processes - 1;
      const url = isLast ? `postgres://parlance@127.0.0.1:${slowLine.port}/parlance` : postgres.url;
      return ServerProcess.startOn(folder, { ...ENVIRONMENT, ...env, DATABASE_URL: url });
    };
    const starts = await Promise.allSettled(Array.from({ length: processes }, start));
    const servers = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const group = new ServerGroup({ servers, realm, slowLine }, folder, postgres);
    const failed = starts.find((one) => one.status === "rejected");
    if (failed) {
      await group[Symbol.asyncDispose]();
      throw failed.reason;
    }
    return group;
  }

  /** Stops all processes. Returns their exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.servers.map((server) => server.stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.slowLine[Symbol.asyncDispose]();
    await this.#postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const CONNECTIONS_PER_PROCESS = 60;

const ENVIRONMENT = {
  PARLANCE_SECRET: TEST_SECRET.toString(),
  PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
  PARLANCE_TRUST_PROXY: "1",
};
