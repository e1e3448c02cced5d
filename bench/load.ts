import { encodeParameters, type Parameters } from "@parlance/client";
import { HttpConnection } from "./http-connection.ts";
import type { RemoteServer } from "./remote-process.ts";
import { measureInterleaved } from "./rounds.ts";
import type { Measured } from "./row.ts";

export interface Request {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  /** Path without the prefix of the API. */
  readonly path: string;
  readonly parameters?: Parameters;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
}

/** Encodes a request as it is sent over the network. */
export function encodeRequest({ method, path, parameters = {}, authorization }: Request): Buffer {
  const encoded = encodeParameters(parameters).toString();
  const body = method === "GET" ? "" : encoded;
  const lines = [
    `${method} /api/v1${path}${method === "GET" && encoded !== "" ? `?${encoded}` : ""} HTTP/1.1`,
    "Host: localhost",
    "User-Agent: bench/1",
    `Authorization: ${authorization}`,
    ...(method === "GET"
      ? []
      : ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Clients that put load on a server. Each has its own connection, and sends its request again as soon as it has
 * received the response.
 */
export class Load implements Disposable {
  readonly #server: RemoteServer;
  readonly #clients: readonly { connection: HttpConnection; request: Buffer }[];
  #answers = 0;
  #processorTime = 0;

  private constructor(server: RemoteServer, clients: readonly { connection: HttpConnection; request: Buffer }[]) {
    this.#server = server;
    this.#clients = clients;
  }

  /** Creates and connects a client for each request. */
  static async connect(server: RemoteServer, requests: readonly Buffer[]): Promise<Load> {
    const clients = requests.map(async (request) => ({ request, connection: await HttpConnection.open(server.port) }));
    return new Load(server, await Promise.all(clients));
  }

  /** Lets all clients send requests for the given time. Returns the number of responses per second. */
  async rate(seconds: number): Promise<number> {
    const before = await this.#server.call<number>("processorTime");
    const began = performance.now();
    const end = began + seconds * 1000;
    let answers = 0;
    await Promise.all(
      this.#clients.map(async ({ connection, request }) => {
        while (performance.now() < end) {
          await connection.fetch(request);
          answers += 1;
        }
      }),
    );
    const rate = (answers * 1000) / (performance.now() - began);
    this.#processorTime += (await this.#server.call<number>("processorTime")) - before;
    this.#answers += answers;
    return rate;
  }

  /**
   * Lets all clients send requests for the given time. Returns the processor time of the server's process per thousand
   * responses, in milliseconds.
   */
  async costPerThousand(seconds: number): Promise<number> {
    const [answers, time] = [this.#answers, this.#processorTime];
    await this.rate(seconds);
    return ((this.#processorTime - time) * 1000) / (this.#answers - answers);
  }

  /** Average processor time of the server's process per response so far, in microseconds. */
  get cost(): number {
    return (this.#processorTime * 1000) / this.#answers;
  }

  [Symbol.dispose](): void {
    for (const { connection } of this.#clients) connection[Symbol.dispose]();
  }
}

/** Clients with the same requests for the measured server (`ours`) and for a bare server. */
export interface LoadPair {
  readonly ours: Load;
  readonly bare: Load;
}

/** Compares the processor time per response of the measured server and the bare server, in microseconds. */
export async function compareCosts({ ours, bare }: LoadPair, quick: boolean): Promise<Measured> {
  const [count, seconds] = quick ? [8, 0.5] : [20, 1];
  // The number of microseconds per response equals the number of milliseconds per thousand responses.
  const rounds = await measureInterleaved(
    count,
    () => ours.costPerThousand(seconds),
    () => bare.costPerThousand(seconds),
  );
  return { rounds };
}

/** Compares the numbers of responses per second of two servers. */
export async function compareRates(ours: Load, bare: Load, quick: boolean): Promise<Measured> {
  const [count, seconds] = quick ? [5, 1] : [9, 4];
  const rounds = await measureInterleaved(
    count,
    () => ours.rate(seconds),
    () => bare.rate(seconds),
  );
  const [our, their] = [ours, bare].map(({ cost }) => Math.round(cost));
  return {
    rounds,
    remarks: [{ text: `processor time of the server, an answer: ours ${our} µs, bare ${their} µs`, ok: null }],
  };
}
