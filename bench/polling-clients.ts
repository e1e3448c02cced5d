// Clients that poll and wait, as a child process: thousands of connections need file descriptors of their own.
import { answerParent } from "./child-process.ts";
import { Connection, repeatable, type Answer, type Repeatable } from "./http-connection.ts";
import { toBytes, type Request } from "./load.ts";

/** Connections that are opened at once. */
const AT_ONCE = 100;

/** A poll of each client; without the parameter `last_event_id`, which is the same for all. */
export interface Polls {
  readonly port: number;
  readonly requests: readonly Request[];
  readonly lastEventId: number;
}

export interface Released {
  /** Until the last client had its answer. */
  readonly milliseconds: number;
  /** What the first client was answered. */
  readonly answer?: Repeatable | undefined;
}

interface Client {
  readonly connection: Connection;
  readonly request: Request;
  waiting: Promise<Answer>;
}

const clients: Client[] = [];
let trigger: { connection: Connection; bytes: Buffer } | undefined;

const poll = ({ parameters, ...request }: Request, lastEventId: number) =>
  toBytes({ ...request, parameters: { ...parameters, last_event_id: lastEventId } });

answerParent({
  /** Connects further clients, each of which polls at once. */
  async open({ port, requests, lastEventId }: Polls): Promise<void> {
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      const some = requests.slice(start, start + AT_ONCE);
      await Promise.all(
        some.map(async (request) => {
          const connection = await Connection.open(port);
          clients.push({ connection, request, waiting: connection.fetch(poll(request, lastEventId)) });
        }),
      );
    }
  },

  /** Says what makes the server answer all of them. */
  async prepare({ port, request }: { port: number; request: Request }): Promise<void> {
    trigger = { connection: await Connection.open(port), bytes: toBytes(request) };
  },

  /** Makes the server answer. */
  async release(): Promise<Released> {
    if (!trigger) throw new Error("nothing to make the server answer");
    const began = performance.now();
    const [first] = await Promise.all([
      ...clients.map(({ waiting }) => waiting),
      trigger.connection.fetch(trigger.bytes),
    ]);
    return { milliseconds: performance.now() - began, answer: first && repeatable(first) };
  },

  /** Lets all poll again. */
  pollAgain({ lastEventId }: { lastEventId: number }): void {
    for (const client of clients) client.waiting = client.connection.fetch(poll(client.request, lastEventId));
  },
});
