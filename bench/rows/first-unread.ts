import { Load, RATE_ROUNDS, rateRounds } from "../load.ts";
import { encodeRequest } from "../request.ts";
import type { BenchUser, Channel, BenchOrganization } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { rateAtLeast, type Bench, type Row, type MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const CLIENTS = 16;
/** Number of messages that are fetched on each side of the first unread message. */
const HALF = 50;
const MESSAGES = { quick: 30_000, exact: 200_000 };

export const firstUnread: Row = {
  name: "first_unread",
  work: `GET /messages, ${HALF} before and ${HALF} after the first unread message of a channel with a long history, ${CLIENTS} clients`,
  limit: "two SELECTs from a table with a row for each user's unread messages, and JSON, in node:http",
  unit: "/s",
  budget: rateAtLeast(0.5),
  ...measuredInRounds({ rounds: RATE_ROUNDS, prepare }),
};

async function prepare(bench: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const { revision, quick } = bench;
  bench.progress("first_unread: writing the history");
  const old = await revision.createLargeHistory(quick ? MESSAGES.quick : MESSAGES.exact);
  const organization = cleanup.use(old.organization);
  const channel = await largestChannel(organization);
  const people = await organization.loadSubscribers(channel, CLIENTS);
  const ours = cleanup.use(await revision.startServer(organization));
  const parameters = {
    anchor: "first_unread",
    num_before: HALF,
    num_after: HALF,
    narrow: [{ operator: "channel", operand: channel.id }],
  };
  const requests = people.map(({ authorization }) =>
    encodeRequest({ method: "GET", path: "/messages", parameters, authorization }),
  );
  return rateRounds(cleanup.use(await Load.connect(ours, requests)), {
    quick,
    cleanup,
    async connectBare() {
      await writeUnreadRows(organization, channel, people);
      await organization.flushStatistics();
      const options = { connection: organization.connection, channelId: channel.id, half: HALF };
      const bare = cleanup.use(await startBareServer("first-unread", options));
      const bareRequests = people.map(({ id, authorization }) =>
        encodeRequest({ method: "GET", path: `/${id}`, authorization }),
      );
      return Load.connect(bare, bareRequests);
    },
  });
}

async function largestChannel({ db }: BenchOrganization): Promise<Channel> {
  const { rows } = await db.pool.query<Channel>(
    "select channel.id, name from message join channel using (recipient_id) group by channel.id order by count(*) desc limit 1",
  );
  return rows[0] as Channel;
}

/**
 * Fills the bare server's table of unread messages. The measured server stores the same state as watermarks and bits.
 */
async function writeUnreadRows(
  { db }: BenchOrganization,
  channel: Channel,
  people: readonly BenchUser[],
): Promise<void> {
  await db.pool.query("create table bare_unread (user_id int, message_id bigint, primary key (user_id, message_id))");
  await db.pool.query(
    `insert into bare_unread
     select subscription.user_id, message.id
     from subscription join message on message.recipient_id = subscription.recipient_id
     left join read_chunk on read_chunk.user_id = subscription.user_id and read_chunk.chunk = message.id / 4096
     where subscription.channel_id = $1 and subscription.user_id = any($2::int[])
       and message.id > subscription.read_up_to and message.sender_id <> subscription.user_id
       and coalesce(get_bit(read_chunk.bits, message.id % 4096), 0) = 0`,
    [channel.id, people.map(({ id }) => id)],
  );
}
