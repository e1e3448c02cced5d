import { createLogger } from "@parlance/server/kernel/log.ts";
import { catchUp } from "@parlance/server/search/indexing/search-indexer.ts";
import { Connection } from "../http-connection.ts";
import { sendLarge } from "../large-request.ts";
import { toBytes } from "../load.ts";
import { type Account, Organization } from "../bench-organization.ts";
import { measureParallelAttack } from "../parallel-attack.ts";
import type { RemoteServer } from "../remote-process.ts";
import type { Round } from "../rounds.ts";
import { atMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { startOurs } from "../start-servers.ts";
import { addLargeMessages, worstRequests, type WorstRequest } from "../testkit.ts";

const BUDGET_MS = 250;
const MEMORY_MB = 1024;
const PEOPLE = 10_000;
const LARGE = { quick: 300, exact: 1000 };
const EDITS = 20;
const TOPIC = "large";
/** How many small requests of each kind are measured before and during the parallel attack. */
const SAMPLES = { quick: 150, exact: 500 };
/** What one account sends many of at the same time. */
const PARALLEL: ReadonlySet<string> = new Set([
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
  work: "the longest that somebody's small request waits while somebody else asks for the worst that there is",
  limit: null,
  unit: "ms",
  budget: atMost(BUDGET_MS),
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const { postgres, quick } = bench;
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  const server = cleanup.use(await startOurs(organization));
  bench.progress("hostile: writing large messages");
  const { requests, ...rest } = await prepare(organization, server.port, quick ? LARGE.quick : LARGE.exact);
  const { attacker, other } = rest;
  bench.progress("hostile: many large requests of one account");
  const parallel = await measureParallelAttack({
    ...rest,
    port: server.port,
    requests: requests.filter(({ name }) => PARALLEL.has(name)),
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
  return conclude(waits, failures, parallel, await server.call<number>("peakMemory"));
}

function conclude(
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

async function prepare(organization: Organization, port: number, count: number) {
  const { db, realmId } = organization;
  const channel = await organization.addChannel(port, { name: "general", size: PEOPLE });
  const [attacker, other] = await organization.subscribersOf(channel, 2);
  if (!attacker || !other) throw new Error("nobody subscribes");
  const about = { realmId, channelId: channel.id, senderId: other.id, topic: TOPIC, count };
  const messages = await addLargeMessages(db, about);
  const ownMessage = await writeAndEdit(organization, port, attacker, channel.id);
  const quiet = await organization.addChannel(port, { name: "quiet", size: 20 });
  await organization.addTopic(quiet, { topic: "lunch", messages: 100 });
  await catchUp(db, createLogger({ level: "silent" }));
  await organization.settle();
  const { rows } = await db.pool.query<{ id: number }>("select id from account where realm_id = $1", [realmId]);
  const people = rows.map(({ id }) => id);
  return {
    requests: worstRequests({ channelId: channel.id, topic: TOPIC, messages, ownMessage, people }),
    attacker,
    other,
    channel: quiet,
  };
}

/** A message with a long history of quite different texts. */
async function writeAndEdit(
  organization: Organization,
  port: number,
  writer: Account,
  channelId: number,
): Promise<number> {
  const content = (nth: number) => `${"*a*b ".repeat(nth)}${`word${nth} `.repeat(1000)}`.slice(0, 10_000);
  const message = { type: "channel", to: channelId, topic: TOPIC, content: content(0) };
  const { id } = await organization.ask<{ id: number }>(
    port,
    { method: "POST", path: "/messages", parameters: message },
    writer,
  );
  for (let nth = 1; nth <= EDITS; nth += 1) {
    const edit = { method: "PATCH" as const, path: `/messages/${id}`, parameters: { content: content(nth) } };
    await organization.ask(port, edit, writer);
  }
  return id;
}

interface Attack {
  readonly one: WorstRequest;
  readonly attacker: Account;
  readonly other: Account;
}

/** Asks for something small again and again until the large request is answered. */
async function longestWait({ port }: RemoteServer, { one, attacker, other }: Attack) {
  const small = toBytes({ method: "GET", path: "/users/me", authorization: other.authorization });
  using connection = await Connection.open(port);
  await connection.fetch(small);
  const large = sendLarge(port, one, attacker);
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
