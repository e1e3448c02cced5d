import { type HttpResponse, HttpConnection, toRepeatable, bodyText } from "../http-connection.ts";
import { encodeRequest, type Request } from "../request.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { percentile } from "../rounds.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { timeAtMost, type Bench, type Row, type MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const SIZE = { users: 10_000, channels: 1000, subscriptions: 500_000 };
const P99_MS = 300;

const count = (number: number) => number.toLocaleString("en");

export const register: Row = {
  name: "register",
  work: `POST /register with ${count(SIZE.users)} users, ${count(SIZE.channels)} channels and ${count(SIZE.subscriptions)} subscriptions, one request at a time`,
  limit: "the same bytes, served from memory by node:http",
  unit: "ms",
  budget: timeAtMost(3),
  ...measuredInRounds({ rounds: { quick: 30, full: 200 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const organization = cleanup.use(await revision.createOrganization());
  await revision.addUsers(organization, SIZE);
  const ours = cleanup.use(await revision.startServer(organization));
  await subscribeOwner(organization, ours.port);
  const request = encodeRequest(registerRequest(organization));
  const toOurs = cleanup.use(await HttpConnection.open(ours.port));
  const response = toRepeatable(await toOurs.fetch(request));
  return {
    async measureRound() {
      const [time, registered] = await timeRequest(toOurs, request);
      await organization.request(ours.port, closeQueueRequest(registered));
      return time;
    },
    async startBare() {
      const bare = cleanup.use(await startBareServer("static-response", response));
      const toBare = cleanup.use(await HttpConnection.open(bare.port));
      return async () => (await timeRequest(toBare, request))[0];
    },
    createRemarks(rounds) {
      const times = rounds.map(({ ours: time }) => time);
      const p99 = percentile(times, 0.99);
      const size = `${count(Math.round(Buffer.byteLength(response.body) / 1024))} KB`;
      return [
        { text: `p99 ${Math.round(p99)} ms, at most ${P99_MS}:`, ok: p99 < P99_MS },
        { text: `the response has ${size}`, ok: null },
      ];
    },
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
