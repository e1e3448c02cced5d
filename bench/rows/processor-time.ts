import { Connection, repeatable } from "../http-connection.ts";
import { compareCosts, Load, type Loads, toBytes } from "../load.ts";
import { Organization } from "../bench-organization.ts";
import type { Postgres } from "../postgres.ts";
import { timeAtMost, type Budget, type Row } from "../row.ts";
import { startBare, startOurs } from "../start-servers.ts";
import { fetchLoads } from "./fetch.ts";
import { sendLoads } from "./send.ts";

const CLIENTS = 16;

type Open = (postgres: Postgres, cleanup: AsyncDisposableStack) => Promise<Loads>;

const processorTime = (name: string, budget: Budget | null, told: Pick<Row, "work" | "limit">, open: Open): Row => ({
  name,
  ...told,
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
  sendLoads,
);

export const fetchCost = processorTime(
  "fetch_cost",
  null,
  { work: "processor time of an answer in `fetch`", limit: "that of its bare limit" },
  fetchLoads,
);

export const authenticationCost = processorTime(
  "auth_cost",
  null,
  {
    work: `processor time of GET /users/me/alert_words, which is to find out who asks, ${CLIENTS} clients`,
    limit: "the same bytes, served from memory by node:http",
  },
  async (postgres, cleanup) => {
    const organization = cleanup.use(await Organization.create(postgres));
    const ours = cleanup.use(await startOurs(organization));
    const channel = await organization.addChannel(ours.port, { name: "general", size: CLIENTS });
    const people = await organization.subscribersOf(channel, CLIENTS);
    await organization.settle();
    const requests = people.map(({ authorization }) =>
      toBytes({ method: "GET", path: "/users/me/alert_words", authorization }),
    );
    const first = cleanup.use(await Connection.open(ours.port));
    const answer = repeatable(await first.fetch(requests[0] as Buffer));
    const bare = cleanup.use(await startBare("bytes", answer));
    return {
      ours: cleanup.use(await Load.connect(ours, requests)),
      bare: cleanup.use(await Load.connect(bare, requests)),
    };
  },
);
