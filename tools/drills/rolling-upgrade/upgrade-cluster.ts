// Replaces the processes behind a proxy by those of another release, one after the other, while clients use them.
import { rm } from "node:fs/promises";
import pg from "pg";
import { createDatabaseFolder } from "../../../testkit/database/database-folder.ts";
import { DedicatedPostgres } from "../../../testkit/database/dedicated-postgres.ts";
import { ServerProcess } from "../../../testkit/servers/server-process.ts";
import type { FaultLog } from "../../load/checked-client.ts";
import { runCheckedLoad } from "../../load/checked-load.ts";
import { isDisconnection } from "../../load/is-disconnection.ts";
import type { LoadAction, MixedLoad } from "../../load/mixed-load.ts";
import type { ReleaseCheckout } from "../../release/previous-release.ts";
import type { KillOptions, KillResult } from "../kills/kill-results.ts";
import { createOrganizationByCommands, ORGANIZATION_HOST } from "./create-organization-by-commands.ts";

const CONNECTIONS_PER_PROCESS = 60;
/** Messages that are sent between two restarts, and while a process is down. */
const [MESSAGES_BETWEEN_RESTARTS, MESSAGES_WHILE_DOWN] = [20, 10];
const SECRET = "a secret that only this drill knows, long enough";

interface UpgradeOptions extends KillOptions {
  readonly previous: ReleaseCheckout;
  readonly processes: number;
  readonly clients: number;
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
  /** Starts the proxy in front of the processes, on a port of its own. */
  readonly startProxy: (ports: readonly number[]) => Promise<{ readonly port: number } & AsyncDisposable>;
}

export async function upgradeCluster(options: UpgradeOptions): Promise<KillResult> {
  await using cluster = await Cluster.start(options);
  await using front = await options.startProxy(cluster.servers.map(({ port }) => port));
  const users = await createOrganizationByCommands(options.previous.program, cluster.env, front);
  const channel = await users[0].createChannel("upgrades", users);
  const retry: LoadAction = (user, _, acknowledged) =>
    acknowledged.sendUntilAcknowledged(user, { type: "channel", to: channel, topic: "retries" }, isDisconnection);
  const { faults, figures } = await runCheckedLoad(
    { ...options, users, channel, isUpgraded: true, createActions: () => [retry] },
    async (load, found) => {
      const upgrades = new Upgrades(cluster, load, options);
      await upgrades.run(found);
      return { restarts: upgrades.restarts };
    },
  );
  return { figures: { ...figures, ...faults.counts }, problems: faults.texts };
}

/** Several processes on one PostgreSQL, at first all of the previous release. */
class Cluster implements AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #postgres: DedicatedPostgres;

  private constructor(
    servers: readonly ServerProcess[],
    env: Readonly<Record<string, string>>,
    folder: string,
    postgres: DedicatedPostgres,
  ) {
    this.servers = servers;
    this.env = env;
    this.#folder = folder;
    this.#postgres = postgres;
  }

  static async start({ previous, processes }: UpgradeOptions): Promise<Cluster> {
    const postgres = await DedicatedPostgres.start();
    await postgres.configure("max_connections", CONNECTIONS_PER_PROCESS * processes);
    const folder = await createDatabaseFolder("parlance-upgrade-");
    const env = {
      DATABASE_URL: postgres.url,
      PARLANCE_DATA_DIR: folder,
      PARLANCE_SECRET: SECRET,
      PARLANCE_EXTERNAL_URL: `http://${ORGANIZATION_HOST}`,
      PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
      PARLANCE_TRUST_PROXY: "1",
      PARLANCE_HEARTBEAT_SECONDS: "2",
    };
    const servers: ServerProcess[] = [];
    const cluster = new Cluster(servers, env, folder, postgres);
    try {
      for (let nth = 0; nth < processes; nth += 1)
        servers.push(await ServerProcess.startOn(folder, env, { program: previous.program }));
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
    return cluster;
  }

  /**
   * Records a migration that the previous release does not know and can run on. Needed as long as this release has none
   * of its own.
   */
  async migrateFurther(oldest: string): Promise<void> {
    const client = new pg.Client(this.#postgres.connection);
    await client.connect();
    await client.query("alter table message add column of_the_next_release text");
    await client.query("insert into migration (name, oldest_release) values ('9999_of_the_next_release.sql', $1)", [
      oldest,
    ]);
    await client.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.#postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Restarts the processes, and counts the restarts. */
class Upgrades {
  restarts = 0;
  readonly #cluster: Cluster;
  readonly #load: MixedLoad;
  readonly #options: UpgradeOptions;

  constructor(cluster: Cluster, load: MixedLoad, options: UpgradeOptions) {
    this.#cluster = cluster;
    this.#load = load;
    this.#options = options;
  }

  /** Runs all rounds, unless a problem is found before, and ends the load. */
  async run(faults: FaultLog): Promise<void> {
    const { previous, rounds, signal, print } = this.#options;
    const isEnded = () => signal.aborted || faults.texts.length > 0;
    await this.#load.untilAcknowledged(MESSAGES_BETWEEN_RESTARTS);
    await this.#cluster.migrateFurther(previous.version);
    for (let round = 1; round <= rounds && !isEnded(); round += 1) {
      print(`upgrade ${round}:`);
      await this.#restartAll(OWN_PROGRAM, faults);
      if (round === rounds || isEnded()) continue;
      print("back to the previous release:");
      await this.#restartAll(previous.program, faults);
    }
    await this.#load.stop();
  }

  async #restartAll(program: string, faults: FaultLog): Promise<void> {
    for (const [index, server] of this.#cluster.servers.entries()) {
      const code = await server.stop();
      if (code !== 0) faults.add("wrong", `a process ended with ${code} on SIGTERM`);
      await this.#load.untilAcknowledged(MESSAGES_WHILE_DOWN);
      const start = performance.now();
      await server.restart({ program });
      this.restarts += 1;
      const { messages } = this.#load.acknowledged;
      const ready = Math.round(performance.now() - start);
      this.#options.print(`  process ${index + 1} ready after ${ready} ms; ${messages} messages acknowledged`);
      await this.#load.untilAcknowledged(MESSAGES_BETWEEN_RESTARTS);
    }
  }
}

const OWN_PROGRAM = new URL("../../../cli/start.mjs", import.meta.url).pathname;
