import { type HttpResponse, HttpConnection, toRepeatable, bodyText } from "../http-connection.ts";
import { addUsers } from "../bulk-organizations.ts";
import { encodeRequest, type Request } from "../load.ts";
import { BenchOrganization } from "../bench-organization.ts";
import { measureInterleaved, percentile } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";

const SIZE = { users: 10_000, channels: 1000, subscriptions: 500_000 };
const P99_MS = 1000;

const count = (number: number) => number.toLocaleString("en");

export const register: Row = {
  name: "register",
  work: `POST /register with ${count(SIZE.users)} users, ${count(SIZE.channels)} channels and ${count(SIZE.subscriptions)} subscriptions`,
  limit: "the same bytes, served from memory by node:http",
  unit: "ms",
  budget: timeAtMost(5),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  await addUsers(organization.db, organization.realmId, SIZE);
  const ours = cleanup.use(await startMeasuredServer(organization));
  await subscribeOwner(organization, ours.port);
  const request = encodeRequest(registerRequest(organization));
  const toOurs = cleanup.use(await HttpConnection.open(ours.port));
  const answer = toRepeatable(await toOurs.fetch(request));
  const bare = cleanup.use(await startBareServer("static-response", answer));
  const toBare = cleanup.use(await HttpConnection.open(bare.port));
  const rounds = await measureInterleaved(
    quick ? 30 : 200,
    async () => {
      const [time, registered] = await timeRequest(toOurs, request);
      await organization.request(ours.port, closeQueueRequest(registered));
      return time;
    },
    async () => (await timeRequest(toBare, request))[0],
  );
  const p99 = percentile(
    rounds.map(({ ours: time }) => time),
    0.99,
  );
  const size = `${count(Math.round(Buffer.byteLength(answer.body) / 1024))} KB`;
  return {
    rounds,
    remarks: [
      { text: `p99 ${Math.round(p99)} ms, at most ${P99_MS}:`, ok: p99 < P99_MS },
      { text: `the answer has ${size}`, ok: null },
    ],
  };
}

async function timeRequest(connection: HttpConnection, request: Buffer): Promise<[ms: number, answer: HttpResponse]> {
  const began = performance.now();
  const answer = await connection.fetch(request);
  return [performance.now() - began, answer];
}

/**
 * Returns the request that deletes the event queue, as a client does when it is closed. Without it, the limit per
 * account would make each new queue close an older one.
 */
function closeQueueRequest(registered: HttpResponse): Omit<Request, "authorization"> {
  const [, queueId = ""] = /"queue_id":"([^"]+)"/.exec(bodyText(registered)) ?? [];
  return { method: "DELETE", path: "/events", parameters: { queue_id: queueId } };
}

/** Subscribes the owner to all channels. */
async function subscribeOwner(organization: BenchOrganization, port: number): Promise<void> {
  const { db, realmId } = organization;
  const { rows } = await db.pool.query<{ name: string }>("select name from channel where realm_id = $1", [realmId]);
  await organization.request(port, {
    method: "POST",
    path: "/users/me/subscriptions",
    parameters: { subscriptions: rows.map(({ name }) => ({ name })) },
  });
  await organization.flushStatistics();
}

/** Returns the register request of a client that wants all events and the complete state. */
const registerRequest = ({ owner }: BenchOrganization): Request => ({
  method: "POST",
  path: "/register",
  parameters: {
    apply_markdown: true,
    client_gravatar: true,
    slim_presence: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      stream_typing_notifications: true,
      user_settings_object: true,
      empty_topic_name: true,
    },
  },
  authorization: owner.authorization,
});
