import { HttpConnection, toRepeatable } from "../http-connection.ts";
import { compareCosts, Load, type LoadPair, encodeRequest } from "../load.ts";
import { BenchOrganization } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { timeAtMost, type Budget, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";
import { createFetchLoads } from "./fetch.ts";
import { createSendLoads } from "./send.ts";

const CLIENTS = 16;

type CreateLoads = (postgres: Postgres, cleanup: AsyncDisposableStack) => Promise<LoadPair>;

const processorTime = (
  name: string,
  budget: Budget | null,
  description: Pick<Row, "work" | "limit">,
  open: CreateLoads,
): Row => ({
  name,
  ...description,
  unit: "µs",
  budget,
  async measure({ postgres, quick }) {
    await using cleanup = new AsyncDisposableStack();
    return await compareCosts(await open(postgres, cleanup), quick);
  },
});

export const sendCost = processorTime(
  "send_cost",
  timeAtMost(1.6),
  { work: "processor time of an answer in `send`", limit: "that of its bare limit" },
  createSendLoads,
);

export const fetchCost = processorTime(
  "fetch_cost",
  null,
  { work: "processor time of an answer in `fetch`", limit: "that of its bare limit" },
  createFetchLoads,
);

export const authenticationCost = processorTime(
  "auth_cost",
  null,
  {
    work: `processor time of GET /users/me/alert_words, which is to find out who asks, ${CLIENTS} clients`,
    limit: "the same bytes, served from memory by node:http",
  },
  async (postgres, cleanup) => {
    const organization = cleanup.use(await BenchOrganization.create(postgres));
    const ours = cleanup.use(await startMeasuredServer(organization));
    const channel = await organization.addChannel(ours.port, { name: "general", size: CLIENTS });
    const people = await organization.loadSubscribers(channel, CLIENTS);
    await organization.flushStatistics();
    const requests = people.map(({ authorization }) =>
      encodeRequest({ method: "GET", path: "/users/me/alert_words", authorization }),
    );
    const first = cleanup.use(await HttpConnection.open(ours.port));
    const answer = toRepeatable(await first.fetch(requests[0] as Buffer));
    const bare = cleanup.use(await startBareServer("static-response", answer));
    return {
      ours: cleanup.use(await Load.connect(ours, requests)),
      bare: cleanup.use(await Load.connect(bare, requests)),
    };
  },
);
