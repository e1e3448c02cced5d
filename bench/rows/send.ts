import { Load, RATE_ROUNDS, rateRounds } from "../load.ts";
import { encodeRequest } from "../request.ts";
import type { BenchUser, Channel } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { rateAtLeast, type Bench, type Row } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const CLIENTS = 32;
const SUBSCRIBERS = 100;

export const send: Row = {
  name: "send",
  work: `POST /messages to a channel, ${CLIENTS} clients`,
  limit: "node:http that checks Basic auth and durably inserts one row per request",
  unit: "/s",
  budget: rateAtLeast(0.5),
  ...measuredInRounds({
    rounds: RATE_ROUNDS,
    async prepare(bench, cleanup) {
      const { ours, connectBare } = await createSendLoad(bench, cleanup);
      return rateRounds(ours, { quick: bench.quick, cleanup, connectBare });
    },
  }),
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

/** Clients of the measured server, and a function that starts the bare server and connects the same clients to it. */
export interface LoadWithBare {
  readonly ours: Load;
  readonly connectBare: () => Promise<Load>;
}

/** Creates the load of the row, ready to start. */
export async function createSendLoad({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<LoadWithBare> {
  const organization = cleanup.use(await revision.createOrganization());
  const ours = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const senders = await organization.loadSubscribers(channel, CLIENTS);
  await organization.flushStatistics();
  const requests = sendRequests(CLIENTS, senders, channel);
  return {
    ours: cleanup.use(await Load.connect(ours, requests)),
    async connectBare() {
      const users = Object.fromEntries(senders.map(({ id, authorization }) => [authorization, id]));
      const { connection } = organization;
      return Load.connect(cleanup.use(await startBareServer("send-message", { connection, users })), requests);
    },
  };
}
