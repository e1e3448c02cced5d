import { compareRates, Load } from "../load.ts";
import { Organization, type Channel } from "../bench-organization.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startOurs } from "../start-servers.ts";
import { sendRequests } from "./send.ts";

const CLIENTS = 32;
const FEW = 10;
const MANY = 10_000;

export const subscribers: Row = {
  name: "subscribers",
  work: `the same to a channel of ${MANY.toLocaleString("en")} subscribers`,
  limit: `ours, to a channel of ${FEW} (no live queues)`,
  unit: "/s",
  budget: rateAtLeast(0.8),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  const server = cleanup.use(await startOurs(organization));
  const [few, many] = [
    await organization.addChannel(server.port, { name: "few", size: FEW }),
    await organization.addChannel(server.port, { name: "many", size: MANY }),
  ];
  await organization.settle();
  const requestsTo = async (channel: Channel) => {
    const senders = await organization.subscribersOf(channel, FEW);
    return sendRequests(CLIENTS, senders, channel);
  };
  const toMany = cleanup.use(await Load.connect(server, await requestsTo(many)));
  const toFew = cleanup.use(await Load.connect(server, await requestsTo(few)));
  return await compareRates(toMany, toFew, quick);
}
