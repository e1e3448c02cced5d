// Kills a single server, or the server and its PostgreSQL, while it is doing work that takes longer than a request.
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { TestUser } from "../../../testkit/organization/test-user.ts";
import { ServerProcess } from "../../../testkit/servers/server-process.ts";
import { isDisconnection } from "../../load/is-disconnection.ts";
import { LongRunningWork } from "../../load/long-running-work.ts";
import { MixedLoad } from "../../load/mixed-load.ts";
import type { KillOptions, KillResult } from "./kill-results.ts";

const PAUSE_MS = 5;
const MAX_WAIT_MS = 2_000;
const MESSAGES_BETWEEN_KILLS = 20;
const USERS = ["owner", "admin", "moderator", "member", "member2"];
/** Number of clients that each user has at the same time. */
const CLIENTS_EACH = 4;

export async function killSingleServer({ rounds, seed, print, signal }: KillOptions): Promise<KillResult> {
  await using server = await ServerProcess.start({ PARLANCE_HEARTBEAT_SECONDS: "2" });
  const people = await server.demoUsers();
  const users = USERS.map((name) => people[name] as TestUser);
  const channel = await (users[0] as TestUser).createChannel("kills", users);
  const work = await LongRunningWork.start(server, users);
  const clients = Array.from({ length: CLIENTS_EACH }, () => users).flat();
  const dice = new SeededRandom(seed);
  await using load = new MixedLoad({
    users: clients,
    channel,
    seed,
    pauseMs: PAUSE_MS,
    isExpected: (error) => isDisconnection(error) || work.isExpected(error),
    actions: work.acts,
  });
  const figures = { kills: 0, "with PostgreSQL": 0 };
  for (let round = 1; round <= rounds && !signal.aborted; round += 1) {
    await load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
    await sleep(dice.integerBelow(MAX_WAIT_MS));
    const database = dice.boolean();
    await server.kill({ database });
    figures.kills += 1;
    figures["with PostgreSQL"] += Number(database);
    const start = performance.now();
    await server.restart();
    const ready = Math.round(performance.now() - start);
    const what = database ? "server and PostgreSQL" : "server alone";
    print(`kill ${round}: ${what}, ready after ${ready} ms; ${load.acknowledged.messages} messages acknowledged`);
  }
  await load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
  await load.stop();
  print("waiting for what is under way");
  const problems = [...(await work.finish(load.acknowledged, dice)), ...(await load.acknowledged.findLost(users))];
  const status = await server.stop();
  if (status !== 0) problems.push(`the server ended with ${status} on SIGTERM`);
  return {
    figures: {
      ...figures,
      clients: clients.length,
      "messages acknowledged": load.acknowledged.messages,
      "uploads acknowledged": load.acknowledged.uploads,
      ...work.figures,
      "requests that failed": load.refused,
      "lost or wrong": problems.length,
    },
    problems,
  };
}
