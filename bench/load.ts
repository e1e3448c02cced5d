import { encodeParameters, type Parameters } from "../testkit/http.ts";
import { Connection } from "./connection.ts";

export interface Request {
  readonly method: "GET" | "POST";
  /** Without the prefix of the API. */
  readonly path: string;
  readonly parameters?: Parameters;
  /** The value of the `Authorization` header. */
  readonly authorization: string;
}

/** A request as it goes over the wire. */
export function toBytes({ method, path, parameters = {}, authorization }: Request): Buffer {
  const encoded = encodeParameters(parameters);
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

/** Clients that ask a server, each on a connection of its own, each the next thing when it has its answer. */
export class Clients implements Disposable {
  readonly #clients: readonly { connection: Connection; request: Buffer }[];

  private constructor(clients: readonly { connection: Connection; request: Buffer }[]) {
    this.#clients = clients;
  }

  /** One client for each request. */
  static async connect(port: number, requests: readonly Buffer[]): Promise<Clients> {
    const connections = await Promise.all(requests.map(() => Connection.open(port)));
    return new Clients(requests.map((request, index) => ({ request, connection: connections[index] as Connection })));
  }

  /** Lets all ask for so many seconds. Returns the answers per second. */
  async rate(seconds: number): Promise<number> {
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
    return (answers * 1000) / (performance.now() - began);
  }

  [Symbol.dispose](): void {
    for (const { connection } of this.#clients) connection[Symbol.dispose]();
  }
}
