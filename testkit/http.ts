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
  /** Sent along, in a form of several parts. */
  readonly files?: readonly Uint8Array[] | undefined;
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
  site: Site,
  { method, path, parameters = {}, files, headers: more = {} }: Call,
): Promise<Answer> {
  const encoded = encodeParameters(parameters);
  const inQuery = method === "GET" && encoded !== "";
  const { body, type } = files ? await multipart(parameters, files) : { body: Buffer.from(encoded), type: FORM };
  const content = method === "GET" ? {} : { "content-type": type, "content-length": String(body.length) };
  const { status, headers, bytes } = await exchange(site, {
    method,
    path: `/api/v1${path}${inQuery ? `?${encoded}` : ""}`,
    headers: { ...content, ...more },
    body: method === "GET" ? Buffer.alloc(0) : body,
  });
  const json = JSON.parse(bytes.toString("utf8") || "{}") as Record<string, unknown>;
  return { ...json, status, headers, body: json } as unknown as Answer;
}

const FORM = "application/x-www-form-urlencoded";

async function multipart(parameters: Parameters, files: readonly Uint8Array[]) {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(encodeParameters(parameters))) form.append(name, value);
  for (const [index, bytes] of files.entries()) form.append(`file${index}`, new Blob([Buffer.from(bytes)]), "picture");
  const encoded = new Response(form);
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") ?? "" };
}

/** What is at an address, as browsers get it. */
export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Gets what is at an address of an organization, outside of the API; does not follow redirects. */
export const fetchAt = (site: Site, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> =>
  exchange(site, { method: "GET", path, headers, body: Buffer.alloc(0) });

interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function exchange({ port, host }: Site, { method, path, headers: more, body }: Outgoing): Promise<Fetched> {
  const headers = { host, "user-agent": "testkit/1", ...more };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
