import { type Answer, Connection, repeatable, textOf } from "../connection.ts";
import { toBytes, type Request } from "../load.ts";
import { Organization } from "../organization.ts";
import { interleave, percentile } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { startBare, startOurs } from "../servers.ts";

const USERS = 10_000;
const CHANNELS = 1000;
const P99_MS = 1000;

export const register: Row = {
  name: "register",
  work: `POST /register with ${USERS.toLocaleString("en")} users and ${CHANNELS.toLocaleString("en")} channels`,
  limit: "the same bytes, served from memory by node:http",
  unit: "ms",
  budget: timeAtMost(5),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  const ours = cleanup.use(await startOurs(organization));
  await fill(organization, ours.port);
  const request = toBytes(registration(organization));
  const toOurs = cleanup.use(await Connection.open(ours.port));
  const answer = repeatable(await toOurs.fetch(request));
  const bare = cleanup.use(await startBare("bytes", answer));
  const toBare = cleanup.use(await Connection.open(bare.port));
  const rounds = await interleave(
    quick ? 30 : 200,
    async () => {
      const [time, registered] = await timed(toOurs, request);
      await organization.ask(ours.port, leaving(registered));
      return time;
    },
    async () => (await timed(toBare, request))[0],
  );
  const p99 = percentile(
    rounds.map(({ ours: time }) => time),
    0.99,
  );
  const size = `${Math.round(Buffer.byteLength(answer.body) / 1024).toLocaleString("en")} KB`;
  return {
    rounds,
    remarks: [
      { text: `p99 ${Math.round(p99)} ms, at most ${P99_MS}:`, ok: p99 < P99_MS },
      { text: `the answer has ${size}`, ok: null },
    ],
  };
}

async function timed(connection: Connection, request: Buffer): Promise<[ms: number, answer: Answer]> {
  const began = performance.now();
  const answer = await connection.fetch(request);
  return [performance.now() - began, answer];
}

/** The client goes: an account with more queues than it may have would have one closed with each that it opens. */
function leaving(registered: Answer): Omit<Request, "authorization"> {
  const [, queueId = ""] = /"queue_id":"([^"]+)"/.exec(textOf(registered)) ?? [];
  return { method: "DELETE", path: "/events", parameters: { queue_id: queueId } };
}

/** Subscribes the owner to all channels, and everybody else to one of them. */
async function fill(organization: Organization, port: number): Promise<void> {
  await organization.addChannel(port, { name: "general", size: USERS - 1 });
  const subscriptions = Array.from({ length: CHANNELS }, (_, index) => ({
    name: index === 0 ? "general" : `channel ${index}`,
  }));
  await organization.ask(port, { method: "POST", path: "/users/me/subscriptions", parameters: { subscriptions } });
  await organization.settle();
}

/** As a client asks that keeps up with everything. */
const registration = ({ owner }: Organization): Request => ({
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
