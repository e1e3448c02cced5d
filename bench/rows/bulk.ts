import { setTimeout as delay } from "node:timers/promises";
import { Connection, textOf } from "../http-connection.ts";
import { toBytes, type Request } from "../load.ts";
import { Organization, type Account, type Channel } from "../bench-organization.ts";
import type { Round } from "../rounds.ts";
import { atMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { startOurs } from "../start-servers.ts";

const BUDGET_MS = 100;
const WHOLE_MS = 5000;
const MESSAGES = 50_000;
const SUBSCRIBERS = 100;
const TOPIC = "Lunch";
const OTHER_TOPIC = "Dinner";
/** Between two small requests of the same client. */
const PAUSE_MS = 2;

export const bulk: Row = {
  name: "bulk",
  work: `the longest that others' small requests wait while a topic of ${MESSAGES.toLocaleString("en")} messages is moved or deleted`,
  limit: null,
  unit: "ms",
  budget: atMost(BUDGET_MS),
  measure,
};

interface Stage {
  readonly port: number;
  readonly organization: Organization;
  readonly channel: Channel;
  readonly elsewhere: Channel;
  readonly first: number;
  readonly other: Account;
}

/** A request that concerns all messages of the topic. */
interface Bulk {
  readonly name: string;
  readonly request: Omit<Request, "authorization">;
}

/** What one of them cost. */
interface Cost {
  readonly name: string;
  readonly whole: number;
  readonly waits: ReadonlyMap<string, number>;
}

async function measure(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(bench.postgres));
  const { port } = cleanup.use(await startOurs(organization));
  const channel = await organization.addChannel(port, { name: "general", size: SUBSCRIBERS });
  const elsewhere = await organization.addChannel(port, { name: "kitchen", size: SUBSCRIBERS });
  const [other] = await organization.subscribersOf(channel, 1);
  if (!other) throw new Error("nobody subscribes");
  const first = await organization.addTopic(channel, { topic: TOPIC, messages: MESSAGES });
  await organization.settle();
  const stage: Stage = { port, organization, channel, elsewhere, first, other };
  const costs: Cost[] = [];
  for (const one of bulkRequests(stage)) {
    bench.progress(`bulk: ${one.name}`);
    costs.push(await costOf(stage, one));
  }
  return conclude(costs);
}

function conclude(costs: readonly Cost[]): Measured {
  const rounds: Round[] = [{ ours: Math.max(...costs.flatMap(({ waits }) => [...waits.values()])), bare: null }];
  const remarks = costs.map(({ name, whole, waits }): Remark => {
    const longest = [...waits].map(([what, wait]) => `${what} ${wait.toFixed(0)} ms`).join(", ");
    return { text: `${name}: ${(whole / 1000).toFixed(1)} s in all; longest ${longest}`, ok: whole <= WHOLE_MS };
  });
  return { rounds, remarks };
}

/** In this order: each finds the topic where the one before has left it. */
function bulkRequests({ channel, elsewhere, first }: Stage): Bulk[] {
  const path = `/messages/${first}`;
  const move = (name: string, parameters: { topic: string } | { stream_id: number }): Bulk => {
    const all = { propagate_mode: "change_all", ...parameters };
    return { name, request: { method: "PATCH", path, parameters: all } };
  };
  return [
    // How long they wait on this machine anyway.
    { name: "nothing", request: { method: "GET", path: "/users/me" } },
    move("another topic", { topic: "Supper" }),
    move("resolved", { topic: "✔ Supper" }),
    move("another channel", { stream_id: elsewhere.id }),
    move("back again, as another topic", { stream_id: channel.id, topic: TOPIC }),
    {
      name: "deleted",
      request: { method: "POST", path: `/streams/${channel.id}/delete_topic`, parameters: { topic_name: TOPIC } },
    },
  ];
}

async function costOf(stage: Stage, { name, request }: Bulk): Promise<Cost> {
  const { port, organization, channel, other } = stage;
  const narrow = [
    { operator: "channel", operand: channel.id },
    { operator: "topic", operand: OTHER_TOPIC },
  ];
  const small: readonly (readonly [string, Request])[] = [
    [
      "send",
      {
        method: "POST",
        path: "/messages",
        parameters: { type: "channel", to: channel.id, topic: OTHER_TOPIC, content: "Who comes along?" },
        authorization: other.authorization,
      },
    ],
    [
      "fetch",
      {
        method: "GET",
        path: "/messages",
        parameters: { anchor: "newest", num_before: 100, num_after: 0, narrow },
        authorization: other.authorization,
      },
    ],
    ["look", { method: "GET", path: "/users/me", authorization: other.authorization }],
  ];
  const done = new AbortController();
  const waiting = small.map(async ([what, one]) => [what, await longestWait(port, one, done.signal)] as const);
  // All of them have been answered once, and the server has nothing else to do.
  await delay(200);
  const began = performance.now();
  const { result, msg } = await organization.ask<{ result: string; msg: string }>(port, request);
  const whole = performance.now() - began;
  // Events are still on their way to those who wait for them.
  await delay(300);
  done.abort();
  if (result !== "success") throw new Error(`${name}: ${msg}`);
  return { name, whole, waits: new Map(await Promise.all(waiting)) };
}

/** Asks for the same again and again. */
async function longestWait(port: number, request: Request, signal: AbortSignal): Promise<number> {
  using connection = await Connection.open(port);
  const bytes = toBytes(request);
  await connection.fetch(bytes);
  let wait = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await connection.fetch(bytes);
    if (answer.status !== 200) throw new Error(`${request.path}: ${textOf(answer)}`);
    wait = Math.max(wait, performance.now() - began);
    await delay(PAUSE_MS);
  }
  return wait;
}
