import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { encodeRequest, type Outgoing, type Parameters } from "@parlance/client";

interface Received<Body> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly result: string;
  readonly msg: string;
  readonly code?: string;
  /** The body as it came, for errors that say more, and for answers with a member that is called as one of these. */
  readonly body: Body & { readonly [member: string]: unknown };
}

/** What a call was answered: with the members of a success, which tests of errors do not look at. */
export type Answer<Success = unknown> = Received<Success> & Omit<Success, keyof Received<Success>>;

/** An answer of unknown shape. */
export type UnknownAnswer = Answer<Readonly<Record<string, unknown>>>;

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

/** Calls the API over HTTP. */
export async function call(
  site: Site,
  { method, path, parameters = {}, headers: more = {} }: Call,
): Promise<UnknownAnswer> {
  const outgoing = encodeRequest(method, path, parameters);
  const { bytes: body, type } = await contentOf(outgoing.body);
  const content = method === "GET" ? {} : { "content-type": type, "content-length": String(body.length) };
  const {
    status,
    headers,
    bytes: received,
  } = await exchange(site, { method, path: outgoing.path, headers: { ...content, ...more }, body });
  const json = JSON.parse(received.toString("utf8") || "{}") as Record<string, unknown>;
  return { ...json, status, headers, body: json } as unknown as UnknownAnswer;
}

async function contentOf(body: Outgoing["body"]): Promise<{ bytes: Buffer; type: string }> {
  if (!(body instanceof FormData)) return { bytes: Buffer.from(body?.toString() ?? ""), type: FORM };
  const encoded = new Response(body);
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") ?? "" };
}

/** Files as parameters; their names do not matter. */
export const asParameters = (files: readonly Uint8Array[]): Parameters =>
  Object.fromEntries(files.map((bytes, index) => [`file${index}`, new File([Buffer.from(bytes)], "picture")]));

const FORM = "application/x-www-form-urlencoded";

/** What is at an address, as browsers get it. */
export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Gets what is at an address of an organization, outside of the API; does not follow redirects. */
export const fetchAt = (site: Site, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> =>
  exchange(site, { method: "GET", path, headers, body: Buffer.alloc(0) });

/** The same, of which only the headers are asked for. */
export const headAt = (site: Site, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> =>
  exchange(site, { method: "HEAD", path, headers, body: Buffer.alloc(0) });

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function exchange({ port, host }: Site, { method, path, headers: more, body }: Exchange): Promise<Fetched> {
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
