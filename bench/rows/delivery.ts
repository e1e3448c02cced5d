import { limitConnections } from "../connection-limit.ts";
import type { Request } from "../request.ts";
import type { BenchUser } from "../bench-organization.ts";
import { WaitingPolls, pollRequests } from "../waiting-polls.ts";
import type { RemoteServer } from "../remote-process.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { timeAtMost, type Bench, type Remark, type Row, type MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const READER_COUNT = 10_000;

export const delivery: Row = {
  name: "delivery",
  work: `one message to ${READER_COUNT.toLocaleString("en")} waiting polls: from the sender's request until the last poll has it`,
  limit: "node:http that responds to as many waiting requests with the same bytes",
  unit: "ms",
  budget: timeAtMost(1.3),
  ...measuredInRounds({ rounds: { quick: 5, full: 15 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const { count, remarks } = limitConnections(READER_COUNT);
  const organization = cleanup.use(await revision.createOrganization());
  const ours = cleanup.use(await revision.startServer(organization));
  const requests = await pollRequests(organization, ours.port, count);
  const start = await organization.lastEventId();
  const lastEventId = () => organization.lastEventId();
  const openPolls = async (server: RemoteServer) => {
    const polls = cleanup.use(new WaitingPolls(server));
    await polls.open(requests, start);
    await polls.prepare(sendRequest(organization.owner));
    return polls;
  };
  const deliver = async (polls: WaitingPolls) => (await polls.release(lastEventId)).milliseconds;
  const toOurs = await openPolls(ours);
  let before: readonly number[] = [];
  let servers: readonly RemoteServer[] = [];
  let lastCost = Number.NaN;
  return {
    async measureRound() {
      const previous = await ours.call<number>("processorTime");
      const milliseconds = await deliver(toOurs);
      lastCost = (((await ours.call<number>("processorTime")) - previous) * 1000) / count;
      return milliseconds;
    },
    processorTime: () => lastCost,
    async startBare() {
      const bare = cleanup.use(await startBareServer("long-poll", {}));
      const toBare = await openPolls(bare);
      const { firstResponse } = await toOurs.release(lastEventId);
      await bare.call("prepare", firstResponse);
      servers = [ours, bare];
      before = await processorTimes(servers);
      return () => deliver(toBare);
    },
    createRemarks: async (rounds) => [
      ...remarks,
      processorRemark(before, await processorTimes(servers), rounds.length + 1),
    ],
  };
}

const sendRequest = ({ authorization }: BenchUser): Request => ({
  method: "POST",
  path: "/messages",
  parameters: {
    type: "channel",
    to: "general",
    topic: "News",
    content: "The **lift** works again.",
    read_by_sender: true,
  },
  authorization,
});

const processorTimes = (servers: readonly RemoteServer[]) =>
  Promise.all(servers.map((server) => server.call<number>("processorTime")));

/**
 * Returns a remark with the processor time of both servers. It is more meaningful than the time until the last
 * response, which also depends on the measuring process.
 */
function processorRemark(before: readonly number[], after: readonly number[], times: number): Remark {
  const [ours, bare] = after.map((time, index) => Math.round((time - (before[index] ?? 0)) / times));
  return {
    text: `processor time of the server, with the polls that follow: ours ${ours} ms, bare ${bare} ms`,
    ok: null,
  };
}
