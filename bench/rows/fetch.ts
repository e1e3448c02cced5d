import { compareRates, Load, type Loads, toBytes } from "../load.ts";
import { Organization, type Account, type Channel } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startBare, startOurs } from "../start-servers.ts";
import { sendRequests } from "./send.ts";

const CLIENTS = 16;
const SUBSCRIBERS = 100;
const PAGE = 100;
/** Seconds of sending before, so that there is some history. */
const HISTORY_SECONDS = 2;

export const fetch: Row = {
  name: "fetch",
  work: `GET /messages, the newest ${PAGE} of a channel with flags, ${CLIENTS} clients`,
  limit: "one SELECT of the same rows and JSON, in node:http",
  unit: "/s",
  budget: rateAtLeast(0.5),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { ours, bare } = await fetchLoads(postgres, cleanup);
  return await compareRates(ours, bare, quick);
}

/** Both sides under the same load, ready to begin. */
export async function fetchLoads(postgres: Postgres, cleanup: AsyncDisposableStack): Promise<Loads> {
  const organization = cleanup.use(await Organization.create(postgres));
  const ours = cleanup.use(await startOurs(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const people = await organization.subscribersOf(channel, CLIENTS);
  using senders = await Load.connect(ours, sendRequests(CLIENTS, people, channel));
  await senders.rate(HISTORY_SECONDS);
  await flagSome(organization, ours.port, people, channel);
  await organization.settle();
  const { connection } = organization;
  const bare = cleanup.use(await startBare("fetch", { connection, channelId: channel.id, userId: people[0]?.id }));

  const requests = people.map(({ authorization }) => toBytes({ ...newest(channel), authorization }));
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
    num_before: PAGE,
    num_after: 0,
    narrow: [{ operator: "channel", operand: name }],
    client_gravatar: true,
    apply_markdown: true,
  },
});

/** Lets everybody read half of the page and star a tenth of it. */
async function flagSome(organization: Organization, port: number, people: readonly Account[], channel: Channel) {
  for (const reader of people) {
    const { messages } = await organization.ask<{ messages: { id: number }[] }>(port, newest(channel), reader);
    const ids = messages.map(({ id }) => id);
    const flag = (name: string, marked: readonly number[]) =>
      organization.ask(
        port,
        { method: "POST", path: "/messages/flags", parameters: { op: "add", flag: name, messages: marked } },
        reader,
      );
    await flag("read", ids.slice(0, PAGE / 2));
    await flag(
      "starred",
      ids.filter((_, index) => index % 10 === 0),
    );
  }
}
