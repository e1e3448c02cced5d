// Clients with open event streams. They run in a child process, because the file descriptors of one process are not
// enough for the thousands of connections of both the clients and the server.
import { connect, type Socket } from "node:net";
import { handleParentCalls } from "./child-process.ts";
import { HttpConnection } from "./http-connection.ts";
import { encodeRequest, type Request } from "./request.ts";

/** Maximum number of connections that are opened at the same time. */
const MAX_CONCURRENT_CONNECTS = 100;

/** A request for a stream for each client. */
export interface StreamBatch {
  readonly port: number;
  readonly requests: readonly Request[];
}

/** A client that discards what it receives. */
class StreamClient {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.resume();
  }

  /** Opens a stream, and resolves when the server has sent its beginning. */
  static async open(port: number, request: Request): Promise<StreamClient> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.write(encodeRequest(request));
    const client = new StreamClient(socket);
    await client.received();
    return client;
  }

  /** Resolves when the server sends something. */
  received(): Promise<void> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error("the server closed the stream"));
      this.#socket.once("close", lost);
      this.#socket.once("data", () => {
        this.#socket.off("close", lost);
        resolve();
      });
    });
  }
}

const clients: StreamClient[] = [];

handleParentCalls({
  /** Opens further streams. */
  async open({ port, requests }: StreamBatch): Promise<void> {
    for (let start = 0; start < requests.length; start += MAX_CONCURRENT_CONNECTS) {
      const some = requests.slice(start, start + MAX_CONCURRENT_CONNECTS);
      clients.push(...(await Promise.all(some.map((request) => StreamClient.open(port, request)))));
    }
  },

  /**
   * Sends a request that triggers an event for all streams. Returns the time until the last client has received it, in
   * milliseconds.
   */
  async release({ port, request }: { port: number; request: Request }): Promise<number> {
    using connection = await HttpConnection.open(port);
    const all = Promise.all(clients.map((client) => client.received()));
    const began = performance.now();
    await Promise.all([all, connection.fetch(encodeRequest(request))]);
    return performance.now() - began;
  },
});
