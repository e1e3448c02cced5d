import { compareRates, Load, type LoadPair, encodeRequest } from "../load.ts";
import { BenchOrganization, type BenchUser, type Channel } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";
import { sendRequests } from "./send.ts";

const CLIENTS = 16;
const SUBSCRIBERS = 100;
const PAGE_SIZE = 100;
/** Duration for which messages are sent before the measurement to create a history, in seconds. */
const HISTORY_SECONDS = 2;

export const fetch: Row = {
  name: "fetch",
  work: `GET /messages, the newest ${PAGE_SIZE} of a channel with flags, ${CLIENTS} clients`,
  limit: "one SELECT of the same rows and JSON, in node:http",
  unit: "/s",
  budget: rateAtLeast(0.5),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { ours, bare } = await createFetchLoads(postgres, cleanup);
  return await compareRates(ours, bare, quick);
}

/** Creates the same load for the measured server and the bare server, ready to start. */
export async function createFetchLoads(postgres: Postgres, cleanup: AsyncDisposableStack): Promise<LoadPair> {
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  const ours = cleanup.use(await startMeasuredServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const people = await organization.loadSubscribers(channel, CLIENTS);
  using senders = await Load.connect(ours, sendRequests(CLIENTS, people, channel));
  await senders.rate(HISTORY_SECONDS);
  await addFlags(organization, ours.port, people, channel);
  await organization.flushStatistics();
  const { connection } = organization;
  const bare = cleanup.use(
    await startBareServer("fetch-messages", { connection, channelId: channel.id, userId: people[0]?.id }),
  );

  const requests = people.map(({ authorization }) => encodeRequest({ ...newest(channel), authorization }));
  return {
    ours: cleanup.use(await Load.connect(ours, requests)),
    bare: cleanup.use(await Load.connect(bare, requests)),
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
