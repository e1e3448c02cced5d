// Clients with waiting polls, in a child process, because thousands of connections need their own file descriptors.
import { handleParentCalls } from "./child-process.ts";
import { HttpConnection, toRepeatable, type HttpResponse, type RepeatableResponse } from "./http-connection.ts";
import { encodeRequest, type Request } from "./load.ts";

/** Maximum number of connections that are opened at the same time. */
const MAX_CONCURRENT_CONNECTS = 100;

/** A poll of each client, without the parameter `last_event_id`, which is the same for all. */
export interface PollBatch {
  readonly port: number;
  readonly requests: readonly Request[];
  readonly lastEventId: number;
}

export interface PollResults {
  /** Time until the last client had its response. */
  readonly milliseconds: number;
  /** Response to the first client. */
  readonly firstResponse?: RepeatableResponse | undefined;
}

interface PollingClient {
  readonly connection: HttpConnection;
  readonly request: Request;
  waiting: Promise<HttpResponse>;
}

const clients: PollingClient[] = [];
let trigger: { connection: HttpConnection; bytes: Buffer } | undefined;

const encodePoll = ({ parameters, ...request }: Request, lastEventId: number) =>
  encodeRequest({ ...request, parameters: { ...parameters, last_event_id: lastEventId } });

handleParentCalls({
  /** Connects more clients, each of which polls immediately. */
  async open({ port, requests, lastEventId }: PollBatch): Promise<void> {
    for (let start = 0; start < requests.length; start += MAX_CONCURRENT_CONNECTS) {
      const some = requests.slice(start, start + MAX_CONCURRENT_CONNECTS);
      await Promise.all(
        some.map(async (request) => {
          const connection = await HttpConnection.open(port);
          clients.push({ connection, request, waiting: connection.fetch(encodePoll(request, lastEventId)) });
        }),
      );
    }
  },

  /** Sets the request that makes the server respond to all polls. */
  async prepare({ port, request }: { port: number; request: Request }): Promise<void> {
    trigger = { connection: await HttpConnection.open(port), bytes: encodeRequest(request) };
  },

  /** Makes the server respond. */
  async release(): Promise<PollResults> {
    if (!trigger) throw new Error("nothing to make the server answer");
    const began = performance.now();
    const [first] = await Promise.all([
      ...clients.map(({ waiting }) => waiting),
      trigger.connection.fetch(trigger.bytes),
    ]);
    return { milliseconds: performance.now() - began, firstResponse: first && toRepeatable(first) };
  },

  /** Starts another poll of each client. */
  pollAgain({ lastEventId }: { lastEventId: number }): void {
    for (const client of clients) client.waiting = client.connection.fetch(encodePoll(client.request, lastEventId));
  },
});
