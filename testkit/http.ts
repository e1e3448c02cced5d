import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";

/** Values are sent as the API wants them: texts as they are, everything else as JSON. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly result: string;
  readonly msg: string;
  readonly code?: string;
  /** The body as it came, for answers with a member that is called as one of these. */
  readonly body: Readonly<Record<string, unknown>>;
  // What an answer holds is what a test asserts, so tests may look at any member.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [member: string]: any;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly parameters?: Parameters | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Where a server listens, and which organization is meant. */
export interface Site {
  readonly port: number;
  readonly host: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

export function encodeParameters(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, text(value)])).toString();
}

/** Calls the API over HTTP. */
export async function call(
  { port, host }: Site,
  { method, path, parameters = {}, headers = {} }: Call,
): Promise<Answer> {
  const encoded = encodeParameters(parameters);
  const inQuery = method === "GET" && encoded !== "";
  const url = `/api/v1${path}${inQuery ? `?${encoded}` : ""}`;
  const body = method === "GET" ? "" : encoded;
  const form = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  const own = { host, "user-agent": "testkit/1", ...(method === "GET" ? {} : form), ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ agent, host: "127.0.0.1", port, method, path: url, headers: own }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const json = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, unknown>;
        const { statusCode: status = 0, headers: received } = response;
        resolve({ ...json, status, headers: received, body: json } as unknown as Answer);
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
