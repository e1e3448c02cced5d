import { limitConnections } from "../connection-limit.ts";
import type { Request } from "../load.ts";
import { BenchOrganization, type BenchUser } from "../bench-organization.ts";
import { WaitingPolls, pollRequests } from "../waiting-polls.ts";
import type { RemoteServer } from "../remote-process.ts";
import { measureInterleaved } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";

const READER_COUNT = 10_000;

export const delivery: Row = {
  name: "delivery",
  work: `one message to ${READER_COUNT.toLocaleString("en")} polls that wait, until the last has it`,
  limit: "node:http that answers as many held requests with the same bytes",
  unit: "ms",
  budget: timeAtMost(1.5),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { count, remarks } = limitConnections(READER_COUNT);
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  const ours = cleanup.use(await startMeasuredServer(organization));
  const bare = cleanup.use(await startBareServer("long-poll", {}));
  const requests = await pollRequests(organization, ours.port, count);
  const trigger = sendRequest(organization.owner);
  const [toOurs, toBare] = [cleanup.use(new WaitingPolls(ours)), cleanup.use(new WaitingPolls(bare))];
  const start = await organization.lastEventId();
  for (const polls of [toOurs, toBare]) {
    await polls.open(requests, start);
    await polls.prepare(trigger);
  }

  const lastEventId = () => organization.lastEventId();
  const { firstResponse } = await toOurs.release(lastEventId);
  await bare.call("prepare", firstResponse);
  const timed = (polls: WaitingPolls) => async () => (await polls.release(lastEventId)).milliseconds;
  const began = await processorTimes(ours, bare);
  const rounds = await measureInterleaved(quick ? 5 : 15, timed(toOurs), timed(toBare));
  return { rounds, remarks: [...remarks, processorRemark(began, await processorTimes(ours, bare), rounds.length + 1)] };
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

const processorTimes = (ours: RemoteServer, bare: RemoteServer) =>
  Promise.all([ours, bare].map((server) => server.call<number>("processorTime")));

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
