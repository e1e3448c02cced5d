import { HttpConnection, toRepeatable } from "../http-connection.ts";
import { COST_ROUNDS, Load, costRounds } from "../load.ts";
import { encodeRequest } from "../request.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { timeAtMost, type Bench, type Budget, type Row } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";
import { createFetchLoad } from "./fetch.ts";
import { createSendLoad, type LoadWithBare } from "./send.ts";

const CLIENTS = 16;

const processorTime = (
  name: string,
  budget: Budget | null,
  description: Pick<Row, "work" | "limit">,
  createLoad: (bench: Bench, cleanup: AsyncDisposableStack) => Promise<LoadWithBare>,
): Row => ({
  name,
  ...description,
  unit: "µs",
  budget,
  ...measuredInRounds({
    rounds: COST_ROUNDS,
    async prepare(bench, cleanup) {
      const { ours, connectBare } = await createLoad(bench, cleanup);
      return costRounds(ours, { quick: bench.quick, cleanup, connectBare });
    },
  }),
});

export const sendCost = processorTime(
  "send_cost",
  timeAtMost(2.2),
  { work: "processor time per response in `send`", limit: "that of its bare limit" },
  createSendLoad,
);

export const fetchCost = processorTime(
  "fetch_cost",
  null,
  { work: "processor time per response in `fetch`", limit: "that of its bare limit" },
  createFetchLoad,
);

export const authenticationCost = processorTime(
  "auth_cost",
  null,
  {
    work: `processor time of GET /users/me/alert_words, ${CLIENTS} clients: the cost of authentication`,
    limit: "the same bytes, served from memory by node:http",
  },
  async ({ revision }, cleanup) => {
    const organization = cleanup.use(await revision.createOrganization());
    const ours = cleanup.use(await revision.startServer(organization));
    const channel = await organization.addChannel(ours.port, { name: "general", size: CLIENTS });
    const people = await organization.loadSubscribers(channel, CLIENTS);
    await organization.flushStatistics();
    const requests = people.map(({ authorization }) =>
      encodeRequest({ method: "GET", path: "/users/me/alert_words", authorization }),
    );
    return {
      ours: cleanup.use(await Load.connect(ours, requests)),
      async connectBare() {
        const first = cleanup.use(await HttpConnection.open(ours.port));
        const response = toRepeatable(await first.fetch(requests[0] as Buffer));
        return Load.connect(cleanup.use(await startBareServer("static-response", response)), requests);
      },
    };
  },
);
