import { affordable } from "../connection-limit.ts";
import type { Request } from "../load.ts";
import { Organization } from "../bench-organization.ts";
import { HeldPolls, pollRequests } from "../waiting-polls.ts";
import type { RemoteServer } from "../remote-process.ts";
import { atMostMore, type Bench, type Measured, type Row } from "../row.ts";
import type { Round } from "../rounds.ts";
import { startBare, startOurs } from "../start-servers.ts";

/** Polls before the first look, so that what is made once is not counted. */
const FIRST = 1000;
const POLLS = 10_000;
const POLLS_QUICK = 6000;

export const memory: Row = {
  name: "memory",
  work: "an event queue nobody writes to, with the poll that waits on it",
  limit: "the held connection alone, in node:http",
  unit: "KB",
  budget: atMostMore(10),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { count, remarks } = affordable(quick ? POLLS_QUICK : POLLS);
  const organization = cleanup.use(await Organization.create(postgres));
  const requests = await prepare(organization, count);
  const lastEventId = await organization.lastEventId();
  const rounds: Round[] = [];
  while (rounds.length < (quick ? 1 : 3)) {
    rounds.push({
      ours: await memoryPerPoll(await startOurs(organization), requests, lastEventId),
      bare: await memoryPerPoll(await startBare("held", {}), requests, lastEventId),
    });
  }
  return { rounds, remarks };
}

async function prepare(organization: Organization, count: number): Promise<Request[]> {
  await using server = await startOurs(organization);
  return await pollRequests(organization, server.port, count);
}

/** What one more poll costs a server in a new process, in KB of resident memory. Ends the server. */
async function memoryPerPoll(
  running: RemoteServer,
  requests: readonly Request[],
  lastEventId: number,
): Promise<number> {
  await using server = running;
  await using polls = new HeldPolls(server);
  await polls.open(requests.slice(0, FIRST), lastEventId);
  const before = await server.call<number>("memory");
  await polls.open(requests.slice(FIRST), lastEventId);
  const after = await server.call<number>("memory");
  return (after - before) / 1024 / (requests.length - FIRST);
}
