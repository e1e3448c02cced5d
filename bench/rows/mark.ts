import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest } from "../request.ts";
import type { BenchOrganization, BenchUser, Channel } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { timeAtMost, type Bench, type Row, type MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const MESSAGES = 5000;
const SUBSCRIBERS = 100;

export const mark: Row = {
  name: "mark",
  work: `POST /messages/flags/narrow, marks the newest ${MESSAGES.toLocaleString("en")} messages of a channel as read`,
  limit: "one durable UPDATE of a row for each of these messages, in node:http",
  unit: "ms",
  budget: timeAtMost(2),
  ...measuredInRounds({ rounds: { quick: 20, full: 100 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const organization = cleanup.use(await revision.createOrganization());
  const ours = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const [reader] = await organization.loadSubscribers(channel, 1);
  if (!reader) throw new Error("no user is subscribed");
  await addUnreadMessages(organization, channel);
  await organization.flushStatistics();

  const toOurs = cleanup.use(await HttpConnection.open(ours.port));
  const [add, remove] = [request(reader, channel, "add"), request(reader, channel, "remove")];
  const timed = async (to: HttpConnection) => {
    const began = performance.now();
    const answer = await to.fetch(add);
    const time = performance.now() - began;
    const { updated_count: updated } = JSON.parse(bodyText(answer)) as { updated_count?: number };
    if (updated !== MESSAGES) throw new Error(`of ${MESSAGES} messages, ${updated} became read`);
    await to.fetch(remove);
    return time;
  };
  return {
    measureRound: () => timed(toOurs),
    async startBare() {
      const options = { connection: organization.connection, channelId: channel.id, userId: reader.id };
      const bare = cleanup.use(await startBareServer("mark-read", options));
      await organization.flushStatistics();
      const toBare = cleanup.use(await HttpConnection.open(bare.port));
      return () => timed(toBare);
    },
  };
}

/** Adds messages that the owner has sent to a channel and that its subscribers have not read. */
async function addUnreadMessages({ db, realmId, owner }: BenchOrganization, channel: Channel): Promise<void> {
  await db.pool.query(
    `with sent as (
       insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
       select nextval('message_id'), $1, recipient_id, $2, 'Lunch', 'lunch', 'Who comes?', '<p>Who comes?</p>', now(), 'bench'
       from channel, generate_series(1, $3::int) where channel.id = $4
       returning id
     )
     update realm_counter set last_message_id = (select max(id) from sent) where realm_id = $1`,
    [realmId, owner.id, MESSAGES, channel.id],
  );
}

const request = ({ authorization }: BenchUser, { id }: Channel, op: "add" | "remove"): Buffer =>
  encodeRequest({
    method: "POST",
    path: "/messages/flags/narrow",
    parameters: {
      anchor: "newest",
      num_before: MESSAGES,
      num_after: 0,
      narrow: [{ operator: "channel", operand: id }],
      op,
      flag: "read",
    },
    authorization,
  });
