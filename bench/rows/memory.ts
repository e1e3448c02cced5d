import { limitConnections } from "../connection-limit.ts";
import type { Request } from "../request.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { WaitingPolls, pollRequests } from "../waiting-polls.ts";
import type { RemoteServer } from "../remote-process.ts";
import type { Revision } from "../revision.ts";
import { differenceAtMost, type Bench, type Measured, type Row } from "../row.ts";
import type { Round } from "../rounds.ts";
import { startBareServer } from "../start-bare-server.ts";

/** Number of polls before the first measurement, so that memory that is allocated only once is not counted. */
const WARM_UP_POLLS = 1000;
const POLL_COUNT = 10_000;
const QUICK_POLL_COUNT = 6000;

export const memory: Row = {
  name: "memory",
  work: "an event queue without new events, with its waiting poll",
  limit: "the waiting connection alone, in node:http",
  unit: "KB",
  budget: differenceAtMost(10),
  comparison: "each value needs new server processes",
  measure,
};

async function measure({ revision, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { count, remarks } = limitConnections(quick ? QUICK_POLL_COUNT : POLL_COUNT);
  const organization = cleanup.use(await revision.createOrganization());
  const requests = await prepare(revision, organization, count);
  const lastEventId = await organization.lastEventId();
  const rounds: Round[] = [];
  while (rounds.length < (quick ? 1 : 3)) {
    rounds.push({
      ours: await memoryPerPoll(await revision.startServer(organization), requests, lastEventId),
      bare: await memoryPerPoll(await startBareServer("long-poll", {}), requests, lastEventId),
    });
  }
  return { rounds, remarks };
}

async function prepare(revision: Revision, organization: BenchOrganization, count: number): Promise<Request[]> {
  await using server = await revision.startServer(organization);
  return await pollRequests(organization, server.port, count);
}

/** Returns by how much the resident memory of a new server process grows per poll, in KB. Stops the server. */
async function memoryPerPoll(
  running: RemoteServer,
  requests: readonly Request[],
  lastEventId: number,
): Promise<number> {
  await using server = running;
  await using polls = new WaitingPolls(server);
  await polls.open(requests.slice(0, WARM_UP_POLLS), lastEventId);
  const before = await server.call<number>("memory");
  await polls.open(requests.slice(WARM_UP_POLLS), lastEventId);
  const after = await server.call<number>("memory");
  return (after - before) / 1024 / (requests.length - WARM_UP_POLLS);
}
