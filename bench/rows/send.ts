import { compareRates, Load, type Loads, toBytes } from "../load.ts";
import { Organization, type Account, type Channel } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { rateAtLeast, type Bench, type Measured, type Row } from "../row.ts";
import { startBare, startOurs } from "../start-servers.ts";

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

/** What so many clients send to a channel, each as one of the senders, as people do whose programs show what they sent. */
export function sendRequests(clients: number, senders: readonly Account[], { id }: Channel): Buffer[] {
  return Array.from({ length: clients }, (_, index) =>
    toBytes({
      method: "POST",
      path: "/messages",
      parameters: {
        type: "channel",
        to: id,
        topic: `Topic ${index % 4}`,
        content: "Shall we meet **tomorrow** at ten? The room on the second floor is free until noon, I asked.",
        read_by_sender: true,
      },
      authorization: (senders[index % senders.length] as Account).authorization,
    }),
  );
}

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { ours, bare } = await sendLoads(postgres, cleanup);
  return await compareRates(ours, bare, quick);
}

/** Both sides under the same load, ready to begin. */
export async function sendLoads(postgres: Postgres, cleanup: AsyncDisposableStack): Promise<Loads> {
  const organization = cleanup.use(await Organization.create(postgres));
  const ours = cleanup.use(await startOurs(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const senders = await organization.subscribersOf(channel, CLIENTS);
  const users = Object.fromEntries(senders.map(({ id, authorization }) => [authorization, id]));
  const bare = cleanup.use(await startBare("send", { connection: organization.connection, users }));

  await organization.settle();
  const requests = sendRequests(CLIENTS, senders, channel);
  return {
    ours: cleanup.use(await Load.connect(ours, requests)),
    bare: cleanup.use(await Load.connect(bare, requests)),
  };
}
