import { createLogger } from "@parlance/kernel/base/log.ts";
import { indexPendingMessages } from "@parlance/server/search/indexing/search-indexer.ts";
import { HttpConnection } from "../http-connection.ts";
import { sendLargeRequest } from "../large-request.ts";
import { encodeRequest } from "../request.ts";
import type { BenchUser, BenchOrganization } from "../bench-organization.ts";
import { measureParallelAttack } from "../parallel-attack.ts";
import type { RemoteServer } from "../remote-process.ts";
import type { Round } from "../rounds.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { addLargeMessages, worstCaseRequests, type WorstCaseRequest } from "../testkit-exports.ts";

const BUDGET_MS = 250;
const MEMORY_MB = 1024;
const USER_COUNT = 10_000;
const LARGE_MESSAGE_COUNT = { quick: 300, exact: 1000 };
const EDITS = 20;
const TOPIC = "large";
/** Number of measurements of each kind of small request, before and during the parallel attack. */
const SAMPLES = { quick: 150, exact: 500 };
/** Names of the large requests that the parallel attack sends. */
const PARALLEL_REQUESTS: ReadonlySet<string> = new Set([
  "a page of large messages",
  "a search among large messages",
  "large messages by id",
  "large messages that match",
  "too many large messages by id",
  "too many large messages that match",
  "a long history",
]);

export const hostile: Row = {
  name: "hostile",
  work: "the longest wait of small requests while another client sends the most expensive requests that the API allows",
  limit: null,
  unit: "ms",
  budget: valueAtMost(BUDGET_MS),
  comparison: "its result is the longest wait in a single pass",
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const { revision, quick } = bench;
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await revision.createOrganization());
  const server = cleanup.use(await revision.startServer(organization));
  bench.progress("hostile: writing large messages");
  const { requests, ...rest } = await prepare(
    organization,
    server.port,
    quick ? LARGE_MESSAGE_COUNT.quick : LARGE_MESSAGE_COUNT.exact,
  );
  const { attacker, other } = rest;
  bench.progress("hostile: many large requests of one account");
  const parallel = await measureParallelAttack({
    ...rest,
    port: server.port,
    requests: requests.filter(({ name }) => PARALLEL_REQUESTS.has(name)),
    samples: quick ? SAMPLES.quick : SAMPLES.exact,
  });
  const waits = new Map<string, number>();
  const failures: string[] = [];
  for (const one of requests) {
    bench.progress(`hostile: ${one.operation}, ${one.name}`);
    const { wait, status } = await longestWait(server, { one, attacker, other });
    waits.set(one.name, wait);
    if (status >= 500 && status !== 503) failures.push(`${one.name}: status ${status}`);
  }
  return evaluate(waits, failures, parallel, await server.call<number>("peakMemory"));
}

function evaluate(
  waits: ReadonlyMap<string, number>,
  failures: readonly string[],
  parallel: readonly Remark[],
  peak: number,
): Measured {
  const slowest = [...waits].toSorted(([, a], [, b]) => b - a);
  const rounds: Round[] = [{ ours: slowest[0]?.[1] ?? Number.NaN, bare: null }];
  const megabytes = Math.round(peak / 2 ** 20);
  const remarks: Remark[] = [
    ...slowest.slice(0, 8).map(([name, wait]): Remark => ({ text: `during ${name}: ${wait.toFixed(1)} ms`, ok: null })),
    ...failures.map((text): Remark => ({ text, ok: false })),
    ...parallel,
    { text: `most memory of the process: ${megabytes} MB, at most ${MEMORY_MB}`, ok: megabytes <= MEMORY_MB },
  ];
  return { rounds, remarks };
}

async function prepare(organization: BenchOrganization, port: number, count: number) {
  const { db, realmId } = organization;
  const channel = await organization.addChannel(port, { name: "general", size: USER_COUNT });
  const [attacker, other] = await organization.loadSubscribers(channel, 2);
  if (!attacker || !other) throw new Error("no user is subscribed");
  const about = { realmId, channelId: channel.id, senderId: other.id, topic: TOPIC, count };
  const messages = await addLargeMessages(db, about);
  const ownMessage = await writeAndEdit(organization, port, attacker, channel.id);
  const quiet = await organization.addChannel(port, { name: "quiet", size: 20 });
  await organization.addTopic(quiet, { topic: "lunch", messages: 100 });
  await indexPendingMessages(db, createLogger({ level: "silent" }));
  await organization.flushStatistics();
  const { rows } = await db.pool.query<{ id: number }>("select id from account where realm_id = $1", [realmId]);
  const userIds = rows.map(({ id }) => id);
  return {
    requests: worstCaseRequests({ channelId: channel.id, topic: TOPIC, messages, ownMessage, userIds }),
    attacker,
    other,
    channel: quiet,
  };
}

/** Creates a message with a long edit history, whose versions differ greatly. */
async function writeAndEdit(
  organization: BenchOrganization,
  port: number,
  writer: BenchUser,
  channelId: number,
): Promise<number> {
  const content = (nth: number) => `${"*a*b ".repeat(nth)}${`word${nth} `.repeat(1000)}`.slice(0, 10_000);
  const message = { type: "channel", to: channelId, topic: TOPIC, content: content(0) };
  const { id } = await organization.request<{ id: number }>(
    port,
    { method: "POST", path: "/messages", parameters: message },
    writer,
  );
  for (let nth = 1; nth <= EDITS; nth += 1) {
    const edit = { method: "PATCH" as const, path: `/messages/${id}`, parameters: { content: content(nth) } };
    await organization.request(port, edit, writer);
  }
  return id;
}

interface SingleAttack {
  readonly one: WorstCaseRequest;
  readonly attacker: BenchUser;
  readonly other: BenchUser;
}

/**
 * Sends the large request, and small requests of another account until the large one has its response. Returns the
 * longest latency of the small requests, and the status of the large one.
 */
async function longestWait({ port }: RemoteServer, { one, attacker, other }: SingleAttack) {
  const small = encodeRequest({ method: "GET", path: "/users/me", authorization: other.authorization });
  using connection = await HttpConnection.open(port);
  await connection.fetch(small);
  const large = sendLargeRequest(port, one, attacker);
  const notYet = Promise.resolve(null);
  let wait = 0;
  for (;;) {
    const began = performance.now();
    await connection.fetch(small);
    wait = Math.max(wait, performance.now() - began);
    const status = await Promise.race([large, notYet]);
    if (status !== null) return { wait, status };
  }
}
