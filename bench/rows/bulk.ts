import { setTimeout as delay } from "node:timers/promises";
import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest, type Request } from "../request.ts";
import type { BenchOrganization, BenchUser, Channel } from "../bench-organization.ts";
import type { Round } from "../rounds.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";

const MAX_WAIT_MS = 100;
const MAX_TOTAL_MS = 5000;
const MESSAGES = 50_000;
const SUBSCRIBERS = 100;
const TOPIC = "Lunch";
const OTHER_TOPIC = "Dinner";
/** Pause between two small requests of the same client, in milliseconds. */
const PAUSE_MS = 2;

export const bulk: Row = {
  name: "bulk",
  work: `the longest wait of other users' small requests while a topic of ${MESSAGES.toLocaleString("en")} messages is moved, resolved or deleted`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(MAX_WAIT_MS),
  comparison: "its result is the longest wait in a single pass",
  measure,
};

interface BulkSetup {
  readonly port: number;
  readonly organization: BenchOrganization;
  readonly channel: Channel;
  readonly otherChannel: Channel;
  readonly first: number;
  readonly other: BenchUser;
}

/** A request that affects all messages of the topic. */
interface BulkRequest {
  readonly name: string;
  readonly request: Omit<Request, "authorization">;
}

/** Measured cost of a request. */
interface BulkCost {
  readonly name: string;
  readonly totalMs: number;
  readonly longestWaits: ReadonlyMap<string, number>;
}

async function measure(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await bench.revision.createOrganization());
  const { port } = cleanup.use(await bench.revision.startServer(organization));
  const channel = await organization.addChannel(port, { name: "general", size: SUBSCRIBERS });
  const otherChannel = await organization.addChannel(port, { name: "kitchen", size: SUBSCRIBERS });
  const [other] = await organization.loadSubscribers(channel, 1);
  if (!other) throw new Error("no user is subscribed");
  const first = await organization.addTopic(channel, { topic: TOPIC, messages: MESSAGES });
  await organization.flushStatistics();
  const stage: BulkSetup = { port, organization, channel, otherChannel, first, other };
  const costs: BulkCost[] = [];
  for (const one of bulkRequests(stage)) {
    bench.progress(`bulk: ${one.name}`);
    costs.push(await measureCost(stage, one));
  }
  return evaluate(costs);
}

function evaluate(costs: readonly BulkCost[]): Measured {
  const rounds: Round[] = [
    { ours: Math.max(...costs.flatMap(({ longestWaits }) => [...longestWaits.values()])), bare: null },
  ];
  const remarks = costs.map(({ name, totalMs, longestWaits }): Remark => {
    const longest = [...longestWaits].map(([what, wait]) => `${what} ${wait.toFixed(0)} ms`).join(", ");
    return {
      text: `${name}: ${(totalMs / 1000).toFixed(1)} s in all; longest ${longest}`,
      ok: totalMs <= MAX_TOTAL_MS,
    };
  });
  return { rounds, remarks };
}

/** Returns the requests in the order to be sent, because each assumes the result of the previous moves. */
function bulkRequests({ channel, otherChannel, first }: BulkSetup): BulkRequest[] {
  const path = `/messages/${first}`;
  const move = (name: string, parameters: { topic: string } | { stream_id: number }): BulkRequest => {
    const all = { propagate_mode: "change_all", ...parameters };
    return { name, request: { method: "PATCH", path, parameters: all } };
  };
  return [
    // A control: measures how long small requests wait on this machine without a bulk request.
    { name: "nothing", request: { method: "GET", path: "/users/me" } },
    move("another topic", { topic: "Supper" }),
    move("resolved", { topic: "✔ Supper" }),
    move("another channel", { stream_id: otherChannel.id }),
    move("back again, as another topic", { stream_id: channel.id, topic: TOPIC }),
    {
      name: "deleted",
      request: { method: "POST", path: `/streams/${channel.id}/delete_topic`, parameters: { topic_name: TOPIC } },
    },
  ];
}

async function measureCost(stage: BulkSetup, { name, request }: BulkRequest): Promise<BulkCost> {
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
  const waiting = small.map(async ([what, one]) => [what, await measureLongestWait(port, one, done.signal)] as const);
  // After this delay, all kinds of small requests have had a response once, and the server is otherwise idle.
  await delay(200);
  const began = performance.now();
  const { result, msg } = await organization.request<{ result: string; msg: string }>(port, request);
  const totalMs = performance.now() - began;
  // Events are still being delivered to waiting clients.
  await delay(300);
  done.abort();
  if (result !== "success") throw new Error(`${name}: ${msg}`);
  return { name, totalMs, longestWaits: new Map(await Promise.all(waiting)) };
}

/** Sends the same request repeatedly, and returns the longest latency. */
async function measureLongestWait(port: number, request: Request, signal: AbortSignal): Promise<number> {
  using connection = await HttpConnection.open(port);
  const bytes = encodeRequest(request);
  await connection.fetch(bytes);
  let wait = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await connection.fetch(bytes);
    if (answer.status !== 200) throw new Error(`${request.path}: ${bodyText(answer)}`);
    wait = Math.max(wait, performance.now() - began);
    await delay(PAUSE_MS);
  }
  return wait;
}
