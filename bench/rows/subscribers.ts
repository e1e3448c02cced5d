import { Load, RATE_ROUNDS, rateRounds } from "../load.ts";
import type { Channel } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { rateAtLeast, type Bench, type Row, type MeasuredInRounds } from "../row.ts";
import { sendRequests } from "./send.ts";

const CLIENTS = 32;
const FEW_SUBSCRIBERS = 10;
const MANY_SUBSCRIBERS = 10_000;

export const subscribers: Row = {
  name: "subscribers",
  work: `\`send\` to a channel of ${MANY_SUBSCRIBERS.toLocaleString("en")} subscribers`,
  limit: `ours, to a channel of ${FEW_SUBSCRIBERS}; no user has an event queue`,
  unit: "/s",
  budget: rateAtLeast(0.8),
  ...measuredInRounds({ rounds: RATE_ROUNDS, prepare }),
};

async function prepare({ revision, quick }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const organization = cleanup.use(await revision.createOrganization());
  const server = cleanup.use(await revision.startServer(organization));
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
  const connectBare = async () => Load.connect(server, await requestsTo(few));
  return rateRounds(toMany, { quick, cleanup, connectBare });
}
