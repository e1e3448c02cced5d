// Kills one of several processes behind a proxy, while clients send, edit, react, mark as read, type and follow their
// queues.
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { TestUser } from "../../../testkit/organization/test-user.ts";
import type { CheckedClient, FaultLog } from "../../load/checked-client.ts";
import { runCheckedLoad } from "../../load/checked-load.ts";
import { isDisconnection } from "../../load/is-disconnection.ts";
import type { LoadAction, MixedLoad } from "../../load/mixed-load.ts";
import { ServerGroup } from "../../load/server-group.ts";
import type { KillOptions, KillResult } from "./kill-results.ts";

const MAX_WAIT_MS = 1_000;
const MESSAGES_BETWEEN_KILLS = 20;
/** Messages that are sent while a process is down or lagging. */
const MESSAGES_DURING_FAULT = 10;
/**
 * Intervals, in rounds, at which a round starts with a lesser fault of a process: delayed events, lost database
 * connections, or a pause.
 */
const [LAG_EVERY, CUT_EVERY, STANDSTILL_EVERY] = [2, 3, 4];
const [MAX_LAG_MS, MAX_STANDSTILL_MS] = [300, 1_500];

interface ClusterOptions extends KillOptions {
  readonly processes: number;
  readonly clients: number;
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
  /** Starts the proxy in front of the processes, on a port of its own. */
  readonly startProxy: (ports: readonly number[]) => Promise<{ readonly port: number } & AsyncDisposable>;
}

export async function killInCluster(options: ClusterOptions): Promise<KillResult> {
  await using group = await ServerGroup.start(options.processes, { PARLANCE_HEARTBEAT_SECONDS: "2" });
  await using front = await options.startProxy(group.servers.map(({ port }) => port));
  const { hamlet, cordelia, othello, iago, shiva, desdemona } = group.realm;
  const users = [hamlet, cordelia, othello, iago, shiva, desdemona].map((user) => user.at(front));
  const channel = await (users[0] as TestUser).createChannel("kills", users);
  const { faults, figures } = await runCheckedLoad(
    { ...options, users, channel, createActions: (clients) => createActs(clients, channel) },
    async (load, found) => {
      const trouble = new FaultInjector(group, load, options);
      await trouble.run(found);
      return trouble.figures;
    },
  );
  for (const status of await group.stop()) if (status !== 0) faults.add("wrong", `a process ended with ${status}`);
  return { figures: { ...figures, ...faults.counts }, problems: faults.texts };
}

/** Additional actions of clients: type, send with a local id, and repeat a send until it is acknowledged. */
function createActs(clients: readonly CheckedClient[], channel: number): readonly LoadAction[] {
  const place = { type: "channel", to: channel, topic: "kills" };
  const type: LoadAction = (user, dice) =>
    user.callOrThrow("POST", "/typing", {
      type: "stream",
      op: dice.boolean() ? "start" : "stop",
      stream_id: channel,
      topic: "kills",
    });
  const sendWithLocalId: LoadAction = async (user, _, acknowledged) => {
    const client = clients.find(({ user: person }) => person === user) as CheckedClient;
    const localId = `${performance.now()}`;
    const parameters = { ...place, queue_id: client.queueId, local_id: localId };
    client.recordSent(await acknowledged.send(user, parameters), localId);
  };
  const sendUntilAcknowledged: LoadAction = (user, _, acknowledged) =>
    acknowledged.sendUntilAcknowledged(user, place, isDisconnection);
  return [type, sendWithLocalId, sendUntilAcknowledged];
}

/** Causes kills and lesser faults, and counts them. */
class FaultInjector {
  readonly figures = { kills: 0, "lagging processes": 0, "lost database connections": 0, standstills: 0 };
  readonly #group: ServerGroup;
  readonly #load: MixedLoad;
  readonly #options: KillOptions;
  readonly #dice: SeededRandom;

  constructor(group: ServerGroup, load: MixedLoad, options: KillOptions) {
    this.#group = group;
    this.#load = load;
    this.#options = options;
    this.#dice = new SeededRandom(options.seed);
  }

  /** Runs all rounds, unless a problem is found before, and ends the load. */
  async run(faults: FaultLog): Promise<void> {
    const { rounds, signal, print } = this.#options;
    for (let round = 1; round <= rounds && !signal.aborted && faults.texts.length === 0; round += 1) {
      if (round % LAG_EVERY === 0) await this.#lag();
      if (round % CUT_EVERY === 0) this.#cut();
      if (round % STANDSTILL_EVERY === 0) await this.#pause();
      await this.#load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
      await sleep(this.#dice.integerBelow(MAX_WAIT_MS));
      const what = await this.#kill();
      print(`kill ${round}: ${what}; ${this.#load.acknowledged.messages} messages acknowledged`);
    }
    await this.#load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
    await this.#load.stop();
  }

  /** Delays what the last process receives from the database, until the next kill is over. */
  async #lag(): Promise<void> {
    this.#group.slowLine.delayMs = 1 + this.#dice.integerBelow(MAX_LAG_MS);
    this.figures["lagging processes"] += 1;
    await this.#load.untilAcknowledged(MESSAGES_DURING_FAULT);
  }

  /** Closes all database connections of the last process at the same time. It then reconnects. */
  #cut(): void {
    this.#group.slowLine.disconnectClients();
    this.figures["lost database connections"] += 1;
  }

  async #pause(): Promise<void> {
    const server = this.#dice.pick(this.#group.servers);
    server.pause();
    this.figures.standstills += 1;
    await sleep(this.#dice.integerBelow(MAX_STANDSTILL_MS)).finally(() => server.resume());
  }

  async #kill(): Promise<string> {
    const { servers, slowLine } = this.#group;
    const nth = this.#dice.integerBelow(servers.length);
    const server = servers[nth] as (typeof servers)[number];
    await server.kill({ database: false });
    this.figures.kills += 1;
    await this.#load.untilAcknowledged(MESSAGES_DURING_FAULT);
    const lag = slowLine.delayMs > 0 ? `, with process 3 late by ${slowLine.delayMs} ms` : "";
    slowLine.delayMs = 0;
    const start = performance.now();
    await server.restart();
    return `process ${nth + 1}${lag}, ready after ${Math.round(performance.now() - start)} ms`;
  }
}
