import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { encodeRequest, type EncodedRequest, type Parameters } from "@parlance/client";

interface ResponseEnvelope<Body> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly result: string;
  readonly msg: string;
  readonly code?: string;
  /**
   * The body as received. For errors with additional fields, and for responses in which a field has the same name as
   * one of this object's properties.
   */
  readonly body: Body & { readonly [member: string]: unknown };
}

/** Response to a call, with the fields of a success. They are missing if the call failed. */
export type ApiResponse<Success = unknown> = ResponseEnvelope<Success> & Omit<Success, keyof ResponseEnvelope<Success>>;

/** A response whose fields are not known to the type checker. */
export type UntypedResponse = ApiResponse<Readonly<Record<string, unknown>>>;

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly parameters?: Parameters | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Port of a server, and host of an organization. */
export interface Site {
  readonly port: number;
  readonly host: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Calls the API over HTTP. */
export async function call(
  site: Site,
  { method, path, parameters = {}, headers: more = {} }: ApiCall,
): Promise<UntypedResponse> {
  const outgoing = encodeRequest(method, path, parameters);
  const { bytes: body, type } = await encodeBody(outgoing.body);
  const content = method === "GET" ? {} : { "content-type": type, "content-length": String(body.length) };
  const {
    status,
    headers,
    bytes: received,
  } = await sendRequest(site, { method, path: outgoing.path, headers: { ...content, ...more }, body });
  const json = JSON.parse(received.toString("utf8") || "{}") as Record<string, unknown>;
  return { ...json, status, headers, body: json } as unknown as UntypedResponse;
}

async function encodeBody(body: EncodedRequest["body"]): Promise<{ bytes: Buffer; type: string }> {
  if (!(body instanceof FormData)) return { bytes: Buffer.from(body?.toString() ?? ""), type: FORM_TYPE };
  const encoded = new Response(body);
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") ?? "" };
}

/** Returns files as parameters. The field names have no meaning. */
export const filesAsParameters = (files: readonly Uint8Array[]): Parameters =>
  Object.fromEntries(files.map((bytes, index) => [`file${index}`, new File([Buffer.from(bytes)], "picture")]));

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Response to a request of a URL, as browsers receive it. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Requests a URL of an organization outside of the API. Does not follow redirects. */
export const fetchPath = (
  site: Site,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FetchedResponse> => sendRequest(site, { method: "GET", path, headers, body: Buffer.alloc(0) });

/** Requests only the headers of a URL. */
export const fetchHeadOfPath = (
  site: Site,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FetchedResponse> => sendRequest(site, { method: "HEAD", path, headers, body: Buffer.alloc(0) });

interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function sendRequest(
  { port, host }: Site,
  { method, path, headers: more, body }: HttpRequest,
): Promise<FetchedResponse> {
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
