import { setTimeout as delay } from "node:timers/promises";
import type { Polls, Released } from "./polling-clients.ts";
import type { Organization } from "./bench-organization.ts";
import type { Request } from "./load.ts";
import { Remote, type RemoteServer } from "./remote-process.ts";

const PATIENCE_MS = 120_000;

/** A channel of so many people, each with an event queue. */
export async function pollRequests(organization: Organization, port: number, count: number): Promise<Request[]> {
  const channel = await organization.addChannel(port, { name: "general", size: count });
  const people = await organization.subscribersOf(channel, count);
  const queues = await organization.addQueues(people);
  await organization.settle();
  return people.map(({ authorization }, index) => ({
    method: "GET",
    path: "/events",
    parameters: { queue_id: queues[index] },
    authorization,
  }));
}

/** The clients of one server, in a process of their own. */
export class HeldPolls implements AsyncDisposable {
  readonly #server: RemoteServer;
  readonly #clients = new Remote(new URL("./polling-clients.ts", import.meta.url));
  #open = 0;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  /** Opens more polls, and resolves when the server holds them all. */
  async open(requests: readonly Request[], lastEventId: number): Promise<void> {
    const polls: Polls = { port: this.#server.port, requests, lastEventId };
    await this.#clients.call("open", polls);
    this.#open += requests.length;
    await this.#held();
  }

  /** Says which request makes the server answer. */
  prepare(request: Request): Promise<void> {
    return this.#clients.call("prepare", { port: this.#server.port, request });
  }

  /** Makes the server answer all polls, and lets them wait again. */
  async release(lastEventId: () => Promise<number>): Promise<Released> {
    const released = await this.#clients.call<Released>("release");
    await this.#clients.call("pollAgain", { lastEventId: await lastEventId() });
    await this.#held();
    return released;
  }

  async #held(): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while ((await this.#server.call<number>("held")) < this.#open) {
      if (Date.now() > end) throw new Error("the server does not hold all polls");
      await delay(50);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#clients[Symbol.asyncDispose]();
  }
}
