// Clients with waiting polls. They run in a child process, because the file descriptors of one process are not enough
// for the thousands of connections of both the clients and the server.
import { handleParentCalls } from "./child-process.ts";
import { HttpConnection, toRepeatable, type HttpResponse, type RepeatableResponse } from "./http-connection.ts";
import { encodeRequest, type Request } from "./request.ts";

/** Maximum number of connections that are opened at the same time. */
const MAX_CONCURRENT_CONNECTS = 100;

/** A poll request for each client. The parameter `last_event_id` is separate, because it is the same for all. */
export interface PollBatch {
  readonly port: number;
  readonly requests: readonly Request[];
  readonly lastEventId: number;
}

export interface PollResults {
  /** Time until the last client had its response, in milliseconds. */
  readonly milliseconds: number;
  /** The first client's response. */
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
  /** Connects further clients. Each of them polls immediately. */
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

  /** Sets the request that triggers an event, so that the server responds to all polls. */
  async prepare({ port, request }: { port: number; request: Request }): Promise<void> {
    trigger = { connection: await HttpConnection.open(port), bytes: encodeRequest(request) };
  },

  /** Sends the request given to `prepare`, and waits until all clients have their responses. */
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
