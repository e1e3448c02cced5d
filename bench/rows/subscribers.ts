import { compareRates, Load } from "../load.ts";
import { BenchOrganization, type Channel } from "../bench-organization.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startMeasuredServer } from "../start-servers.ts";
import { sendRequests } from "./send.ts";

const CLIENTS = 32;
const FEW_SUBSCRIBERS = 10;
const MANY_SUBSCRIBERS = 10_000;

export const subscribers: Row = {
  name: "subscribers",
  work: `the same to a channel of ${MANY_SUBSCRIBERS.toLocaleString("en")} subscribers`,
  limit: `ours, to a channel of ${FEW_SUBSCRIBERS} (no live queues)`,
  unit: "/s",
  budget: rateAtLeast(0.8),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  const server = cleanup.use(await startMeasuredServer(organization));
  const [few, many] = [
    await organization.addChannel(server.port, { name: "few", size: FEW_SUBSCRIBERS }),
    await organization.addChannel(server.port, { name: "many", size: MANY_SUBSCRIBERS }),
  ];
  await organization.flushStatistics();
  const requestsTo = async (channel: Channel) => {
    const senders = await organization.loadSubscribers(channel, FEW_SUBSCRIBERS);
    return sendRequests(CLIENTS, senders, channel);
  };
  const toMany = cleanup.use(await Load.connect(server, await requestsTo(many)));
  const toFew = cleanup.use(await Load.connect(server, await requestsTo(few)));
  return await compareRates(toMany, toFew, quick);
}
