import { setTimeout as delay } from "node:timers/promises";
import type { PollBatch, PollResults } from "./polling-clients.ts";
import type { BenchOrganization } from "./bench-organization.ts";
import type { Request } from "./request.ts";
import { RemoteProcess, type RemoteServer } from "./remote-process.ts";

const WAIT_TIMEOUT_MS = 120_000;

/** Creates a channel with `count` users who each have an event queue. Returns their poll requests. */
export async function pollRequests(organization: BenchOrganization, port: number, count: number): Promise<Request[]> {
  const channel = await organization.addChannel(port, { name: "general", size: count });
  const people = await organization.loadSubscribers(channel, count);
  const queues = await organization.addQueues(people);
  await organization.flushStatistics();
  return people.map(({ authorization }, index) => ({
    method: "GET",
    path: "/events",
    parameters: { queue_id: queues[index] },
    authorization,
  }));
}

/** The polling clients of a server, in a separate process. */
export class WaitingPolls implements AsyncDisposable {
  readonly #server: RemoteServer;
  readonly #clients = new RemoteProcess(new URL("./polling-clients.ts", import.meta.url));
  #open = 0;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  /** Opens more polls, and resolves when all of them are waiting at the server. */
  async open(requests: readonly Request[], lastEventId: number): Promise<void> {
    const polls: PollBatch = { port: this.#server.port, requests, lastEventId };
    await this.#clients.call("open", polls);
    this.#open += requests.length;
    await this.#untilAllWaiting();
  }

  /** Sets the request that triggers an event, so that the server responds to all polls. */
  prepare(request: Request): Promise<void> {
    return this.#clients.call("prepare", { port: this.#server.port, request });
  }

  /** Sends the request given to `prepare`, waits for the responses to all polls, and starts the polls again. */
  async release(lastEventId: () => Promise<number>): Promise<PollResults> {
    const released = await this.#clients.call<PollResults>("release");
    await this.#clients.call("pollAgain", { lastEventId: await lastEventId() });
    await this.#untilAllWaiting();
    return released;
  }

  async #untilAllWaiting(): Promise<void> {
    const end = Date.now() + WAIT_TIMEOUT_MS;
    while ((await this.#server.call<number>("pendingPolls")) < this.#open) {
      if (Date.now() > end) throw new Error("not all polls are waiting at the server");
      await delay(50);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#clients[Symbol.asyncDispose]();
  }
}
