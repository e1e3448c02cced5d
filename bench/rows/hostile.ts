import { request as httpRequest } from "node:http";
import { encodeParameters } from "@parlance/client";
import { createLogger } from "@parlance/server/kernel/log.ts";
import { catchUp } from "@parlance/server/search/indexer.ts";
import { Connection } from "../connection.ts";
import { toBytes } from "../load.ts";
import { type Account, Organization } from "../organization.ts";
import type { RemoteServer } from "../remote.ts";
import type { Round } from "../rounds.ts";
import { atMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { startOurs } from "../servers.ts";
import { addLargeMessages, worstRequests, type WorstRequest } from "../testkit.ts";

const BUDGET_MS = 250;
const MEMORY_MB = 1024;
const PEOPLE = 10_000;
const LARGE = { quick: 300, exact: 1000 };
const EDITS = 20;
const TOPIC = "large";

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
  const { requests, attacker, other } = await prepare(organization, server.port, quick ? LARGE.quick : LARGE.exact);
  const waits = new Map<string, number>();
  const failures: string[] = [];
  for (const one of requests) {
    bench.progress(`hostile: ${one.operation}, ${one.name}`);
    const { wait, status } = await longestWait(server, { one, attacker, other });
    waits.set(one.name, wait);
    if (status >= 500 && status !== 503) failures.push(`${one.name}: status ${status}`);
  }
  return conclude(waits, failures, await server.call<number>("peakMemory"));
}

function conclude(waits: ReadonlyMap<string, number>, failures: readonly string[], peak: number): Measured {
  const slowest = [...waits].toSorted(([, a], [, b]) => b - a);
  const rounds: Round[] = [{ ours: slowest[0]?.[1] ?? Number.NaN, bare: null }];
  const megabytes = Math.round(peak / 2 ** 20);
  const remarks: Remark[] = [
    ...slowest.slice(0, 8).map(([name, wait]): Remark => ({ text: `during ${name}: ${wait.toFixed(1)} ms`, ok: null })),
    ...failures.map((text): Remark => ({ text, ok: false })),
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
  await catchUp(db, createLogger({ level: "silent" }));
  await organization.settle();
  const { rows } = await db.pool.query<{ id: number }>("select id from account where realm_id = $1", [realmId]);
  const people = rows.map(({ id }) => id);
  return {
    requests: worstRequests({ channelId: channel.id, topic: TOPIC, messages, ownMessage, people }),
    attacker,
    other,
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
  const large = send(port, one, attacker);
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

/** Sends a request and reads its answer, however long it is. Returns the status. */
function send(port: number, { method, path, parameters }: WorstRequest, { authorization }: Account): Promise<number> {
  const body = Buffer.from(encodeParameters(parameters).toString());
  const headers = {
    host: "localhost",
    authorization,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port, method, path: `/api/v1${path}`, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
