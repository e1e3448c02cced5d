import { Load, RATE_ROUNDS, rateRounds } from "../load.ts";
import { encodeRequest } from "../request.ts";
import type { BenchOrganization, BenchUser, Channel } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { rateAtLeast, type Bench, type Row } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";
import { sendRequests, type LoadWithBare } from "./send.ts";

const CLIENTS = 16;
const SUBSCRIBERS = 100;
const PAGE_SIZE = 100;
/** Duration for which messages are sent before the measurement to create a history, in seconds. */
const HISTORY_SECONDS = 2;

export const fetch: Row = {
  name: "fetch",
  work: `GET /messages, the newest ${PAGE_SIZE} of a channel, some of them read or starred, ${CLIENTS} clients`,
  limit: "one SELECT of the same rows, and JSON, in node:http",
  unit: "/s",
  budget: rateAtLeast(0.5),
  ...measuredInRounds({
    rounds: RATE_ROUNDS,
    async prepare(bench, cleanup) {
      const { ours, connectBare } = await createFetchLoad(bench, cleanup);
      return rateRounds(ours, { quick: bench.quick, cleanup, connectBare });
    },
  }),
};

/** Creates the load of the row, ready to start. */
export async function createFetchLoad({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<LoadWithBare> {
  const organization = cleanup.use(await revision.createOrganization());
  const ours = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const people = await organization.loadSubscribers(channel, CLIENTS);
  using senders = await Load.connect(ours, sendRequests(CLIENTS, people, channel));
  await senders.rate(HISTORY_SECONDS);
  await addFlags(organization, ours.port, people, channel);
  await organization.flushStatistics();
  const requests = people.map(({ authorization }) => encodeRequest({ ...newest(channel), authorization }));
  return {
    ours: cleanup.use(await Load.connect(ours, requests)),
    async connectBare() {
      const options = { connection: organization.connection, channelId: channel.id, userId: people[0]?.id };
      return Load.connect(cleanup.use(await startBareServer("fetch-messages", options)), requests);
    },
  };
}

const newest = ({ name }: Channel) => ({
  method: "GET" as const,
  path: "/messages",
  parameters: {
    anchor: "newest",
    num_before: PAGE_SIZE,
    num_after: 0,
    narrow: [{ operator: "channel", operand: name }],
    client_gravatar: true,
    apply_markdown: true,
  },
});

/** Marks half of the page as read and stars a tenth of it, for each user. */
async function addFlags(organization: BenchOrganization, port: number, people: readonly BenchUser[], channel: Channel) {
  for (const reader of people) {
    const { messages } = await organization.request<{ messages: { id: number }[] }>(port, newest(channel), reader);
    const ids = messages.map(({ id }) => id);
    const flag = (name: string, marked: readonly number[]) =>
      organization.request(
        port,
        { method: "POST", path: "/messages/flags", parameters: { op: "add", flag: name, messages: marked } },
        reader,
      );
    await flag("read", ids.slice(0, PAGE_SIZE / 2));
    await flag(
      "starred",
      ids.filter((_, index) => index % 10 === 0),
    );
  }
}
