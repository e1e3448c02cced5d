import { compareRates, Load, type LoadPair, encodeRequest } from "../load.ts";
import { BenchOrganization, type BenchUser, type Channel } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";

const CLIENTS = 32;
const SUBSCRIBERS = 100;

export const send: Row = {
  name: "send",
  work: `POST /messages, ${CLIENTS} clients`,
  limit: "node:http that checks Basic auth and inserts one row a request",
  unit: "/s",
  budget: rateAtLeast(0.6),
  measure,
};

/**
 * Builds, for each client, a request that sends a message to a channel. The senders alternate, and the requests are
 * like those of clients that display the messages that they send.
 */
export function sendRequests(clients: number, senders: readonly BenchUser[], { id }: Channel): Buffer[] {
  return Array.from({ length: clients }, (_, index) =>
    encodeRequest({
      method: "POST",
      path: "/messages",
      parameters: {
        type: "channel",
        to: id,
        topic: `Topic ${index % 4}`,
        content: "Shall we meet **tomorrow** at ten? The room on the second floor is free until noon, I asked.",
        read_by_sender: true,
      },
      authorization: (senders[index % senders.length] as BenchUser).authorization,
    }),
  );
}

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { ours, bare } = await createSendLoads(postgres, cleanup);
  return await compareRates(ours, bare, quick);
}

/** Creates the same load for the measured server and the bare server, ready to start. */
export async function createSendLoads(postgres: Postgres, cleanup: AsyncDisposableStack): Promise<LoadPair> {
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  const ours = cleanup.use(await startMeasuredServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const senders = await organization.loadSubscribers(channel, CLIENTS);
  const users = Object.fromEntries(senders.map(({ id, authorization }) => [authorization, id]));
  const bare = cleanup.use(await startBareServer("send-message", { connection: organization.connection, users }));

  await organization.flushStatistics();
  const requests = sendRequests(CLIENTS, senders, channel);
  return {
    ours: cleanup.use(await Load.connect(ours, requests)),
    bare: cleanup.use(await Load.connect(bare, requests)),
  };
}
