import { fileURLToPath } from "node:url";
import { startSession } from "@parlance/server/modules/sign-in/sessions/actions/start-session.ts";
import { buildWebClient } from "../../tools/bootstrap/web.mjs";
import type { Scene, WebFigures } from "../../web/bench/scene.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { RemoteProcess } from "../remote-process.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { addHistory } from "../testkit-exports.ts";

const SIZE = { messages: 100_000, users: 10_000, channels: 1000, conversations: 300 };
const MAX_OPENING_MS = 1000;

const count = (number: number) => number.toLocaleString("en");

export const web: Row = {
  name: "web",
  work: `the second opening of the client on a processor slowed four times, in an organization of ${count(SIZE.users)} users, ${count(SIZE.channels)} channels and ${count(SIZE.messages)} messages, until messages are visible and the composer accepts keys`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(MAX_OPENING_MS),
  comparison: "it measures the client in a browser",
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const scene = await prepare(bench, cleanup);
  const browser = cleanup.use(new RemoteProcess(new URL("../../web/bench/measure.ts", import.meta.url)));
  const figures = await browser.call<WebFigures>("measure", scene);
  return { rounds: figures.secondOpenings.map((ours) => ({ ours, bare: null })), remarks: createRemarks(figures) };
}

async function prepare(bench: Bench, cleanup: AsyncDisposableStack): Promise<Scene> {
  await buildWebClient(fileURLToPath(new URL("../..", import.meta.url)), process.execPath);
  const organization = cleanup.use(await bench.revision.createOrganization());
  const { busyUserId } = await addHistory(organization.db, organization.realmId, SIZE);
  await organization.flushStatistics();
  bench.progress("web: the organization is there");
  const { port } = cleanup.use(await bench.revision.startServer(organization));
  const session = { userId: busyUserId, method: "Email", origin: { ip: "192.0.2.1", userAgent: "" }, now: new Date() };
  return {
    url: `http://localhost:${port}`,
    token: await organization.db.write((tx) => startSession(tx, session)),
    writer: organization.owner.authorization,
    conversations: await largestConversations(organization, busyUserId),
    quick: bench.quick,
  };
}

/**
 * Loads the conversations with the most messages, in descending order: named topics of public channels to which a user
 * has subscribed.
 */
async function largestConversations({ db }: BenchOrganization, readerId: number): Promise<Scene["conversations"]> {
  const { rows } = await db.pool.query<{ channel_id: number; topic: string }>(
    `select channel.id as channel_id, min(message.topic) as topic
     from message
     join channel on channel.recipient_id = message.recipient_id and not channel.is_archived
       and not channel.invite_only
     join subscription on subscription.channel_id = channel.id and subscription.user_id = $1 and subscription.is_active
     where message.topic_key <> ''
     group by channel.id, message.topic_key
     order by count(*) desc limit 60`,
    [readerId],
  );
  return rows.map(({ channel_id: channelId, topic }) => ({ channelId, topic }));
}

function createRemarks(figures: WebFigures): Remark[] {
  const { firstOpening, switches, keys, paletteKeys, frames, frameOfOwn, heap, idle } = figures;
  const long = frames.filter((ms) => ms > 50).length / frames.length;
  return [
    within("first opening ever", firstOpening, 3000),
    within("another conversation whose messages are here (median)", percentile(switches, 0.5), 100),
    within("the slowest of these", Math.max(...switches), 100),
    within("a key in the composer until it is painted (p98)", percentile(keys, 0.98), 50),
    within("a letter in the palette until what it finds is painted (p98)", percentile(paletteKeys, 0.98), 50),
    {
      text: `scrolling: ${(long * 100).toFixed(1)} % of ${frames.length} frames over 50 ms (≤ 1 %)`,
      ok: long <= 0.01,
    },
    within("scrolling: the longest frame", Math.max(...frames), 150),
    { text: `one's own message is there in frame ${frameOfOwn} after Enter (≤ 1)`, ok: frameOfOwn <= 1 },
    {
      text: `heap: ${megabytes(heap.middle)} MB in the middle, ${megabytes(heap.end)} MB after ${count(heap.received)} messages and ${heap.switches} changes of conversation (≤ 150 MB, flat)`,
      ok: heap.end <= 150e6 && heap.end <= heap.middle * 1.1,
    },
    {
      text: `processor of a page that nobody sees, with one event a second: ${percent(idle.unseen)} (≤ 1 %); while somebody looks on: ${percent(idle.seen)}`,
      ok: idle.unseen <= 0.01,
    },
  ];
}

const within = (what: string, ms: number, budget: number): Remark => ({
  text: `${what}: ${ms.toFixed(0)} ms (≤ ${budget} ms)`,
  ok: ms <= budget,
});

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
