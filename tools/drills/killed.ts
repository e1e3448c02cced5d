import { setTimeout as sleep } from "node:timers/promises";
import { Dice } from "@parlance/testkit/dice.ts";
import type { Person } from "../../testkit/person.ts";
import { ServerProcess } from "../../testkit/server-process.ts";
import { MixedLoad } from "../load/mixed-load.ts";
import type { Drill, DrillContext } from "./drill.ts";

const ROUNDS = 20;
const PAUSE_MS = 5;
const MAX_WAIT_MS = 2_000;
const MESSAGES_BETWEEN_KILLS = 20;
const USERS = ["owner", "admin", "moderator", "member", "member2"];
/** Clients of one user at the same time. */
const CLIENTS_EACH = 4;

/** True if a request failed because the server or its database was unavailable. */
const isDisconnection = (error: unknown): boolean =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON|DATABASE_UNAVAILABLE|OUTCOME_UNKNOWN/.test(String(error));

export const killed: Drill = {
  name: "killed",
  about: `nothing acknowledged is lost over ${ROUNDS} kill -9 of the server, half of them with its PostgreSQL, under load`,
  needs: [],
  minutes: 5,
  options: { rounds: `number of kills, ${ROUNDS} by default`, seed: "decides the moments; a new one by default" },
  run,
};

async function run({ say, signal, options }: DrillContext): Promise<readonly string[]> {
  const rounds = Number(options["rounds"] ?? ROUNDS);
  const seed = Number(options["seed"] ?? Date.now() % 1_000_000);
  if (!(rounds >= 1) || !(seed >= 0)) return ["--rounds and --seed take whole numbers"];
  say(`seed ${seed}`);
  await using server = await ServerProcess.start({ PARLANCE_HEARTBEAT_SECONDS: "2" });
  const people = await server.people();
  const users = USERS.map((name) => people[name] as Person);
  const channel = await (users[0] as Person).creates("killed", users);
  const clients = Array.from({ length: CLIENTS_EACH }, () => users).flat();
  const dice = new Dice(seed);
  await using load = new MixedLoad({ users: clients, channel, seed, pauseMs: PAUSE_MS, isExpected: isDisconnection });
  for (let round = 1; round <= rounds && !signal.aborted; round += 1) {
    await load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
    const pause = dice.below(MAX_WAIT_MS);
    await sleep(pause);
    const database = dice.yes();
    await server.kill({ database });
    const start = performance.now();
    await server.startAgain();
    const { messages, uploads } = load.acknowledged;
    const what = database ? "server and PostgreSQL" : "server alone";
    say(
      `kill ${round}: ${what}, ready after ${Math.round(performance.now() - start)} ms; ` +
        `${messages} messages and ${uploads} uploads acknowledged, ${load.refused} requests failed`,
    );
  }
  await load.untilAcknowledged(MESSAGES_BETWEEN_KILLS);
  await load.stop();
  const lost = await load.acknowledged.findLost(users);
  const status = await server.stop();
  return status === 0 ? lost : [...lost, `the server ended with ${status} on SIGTERM`];
}
