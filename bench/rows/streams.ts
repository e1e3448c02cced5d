import { limitConnections } from "../connection-limit.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { RemoteProcess, type RemoteServer } from "../remote-process.ts";
import type { Request } from "../request.ts";
import { median, type Round } from "../rounds.ts";
import type { Bench, Measured, Remark, Row } from "../row.ts";
import type { StreamBatch } from "../stream-clients.ts";
import { pollRequests } from "../waiting-polls.ts";

/** Numbers of streams at which memory is measured. Those before the first are not counted. */
const STEPS = [1000, 2500, 5000, 10_000];
/** Number of messages whose delivery is timed. */
const MESSAGES = 5;

export const streams: Row = {
  name: "streams",
  work: "memory of an open event stream, of 10,000 in one process; below the table also compressed, and the delivery of a message to all",
  limit: null,
  unit: "KB",
  budget: null,
  comparison: "each value needs new server processes",
  measure,
};

async function measure({ revision, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { count, remarks } = limitConnections(STEPS.at(-1) ?? 0);
  const organization = cleanup.use(await revision.createOrganization());
  const polls = await prepare(revision, organization, count);
  const lastEventId = await organization.lastEventId();
  const requestsFor = (compressed: boolean): Request[] =>
    polls.map(({ parameters, ...poll }) => ({
      ...poll,
      path: "/events/stream",
      parameters: { ...parameters, last_event_id: lastEventId },
      acceptsGzip: compressed,
    }));
  const rounds: Round[] = [];
  const texts: Remark[] = [];
  for (const compressed of [false, true]) {
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const found = await measureStreams(
        await revision.startServer(organization),
        requestsFor(compressed),
        organization,
      );
      if (!compressed) rounds.push({ ours: found.kilobytes, bare: null });
      texts.push({ text: `${compressed ? "compressed" : "uncompressed"}: ${found.text}`, ok: null });
    }
  }
  return { rounds, remarks: [...remarks, ...texts] };
}

async function prepare(
  revision: Bench["revision"],
  organization: BenchOrganization,
  count: number,
): Promise<Request[]> {
  await using server = await revision.startServer(organization);
  return await pollRequests(organization, server.port, count);
}

/** Opens streams, measures memory and deliveries, and stops the server. */
async function measureStreams(
  running: RemoteServer,
  requests: readonly Request[],
  { owner }: BenchOrganization,
): Promise<{ kilobytes: number; text: string }> {
  await using server = running;
  await using clients = new RemoteProcess(new URL("../stream-clients.ts", import.meta.url));
  const steps = STEPS.filter((step) => step < requests.length).concat(requests.length);
  const memory: number[] = [];
  for (const [index, step] of steps.entries()) {
    const batch: StreamBatch = { port: server.port, requests: requests.slice(steps[index - 1] ?? 0, step) };
    await clients.call("open", batch);
    memory.push((await server.call<number>("memory")) / 1024);
  }
  const times: number[] = [];
  const before = await server.call<number>("processorTime");
  while (times.length < MESSAGES) {
    times.push(await clients.call<number>("release", { port: server.port, request: sendRequest(owner.authorization) }));
  }
  const used = (await server.call<number>("processorTime")) - before;
  const [first = 0, last = 0] = [memory[0], memory.at(-1)];
  const kilobytes = (last - first) / (requests.length - (steps[0] ?? 0));
  const totals = steps.map((step, index) => `${step}: ${Math.round((memory[index] ?? 0) / 1024)} MB`).join(", ");
  const cost = (used * 1000) / MESSAGES / requests.length;
  return {
    kilobytes,
    text:
      `${kilobytes.toFixed(1)} KB a stream (process with ${totals}); ` +
      `a message to all in ${Math.round(median(times))} ms, ${cost.toFixed(1)} µs of processor time a stream`,
  };
}

const sendRequest = (authorization: string): Request => ({
  method: "POST",
  path: "/messages",
  parameters: { type: "channel", to: "general", topic: "News", content: "The **lift** works again." },
  authorization,
});
