import type { FastifyReply } from "fastify";
import { type ResponseBacklog, MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";
import { securityHeaders } from "./security-headers.ts";

export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;
export type ResponseBody = string | Uint8Array;

/** A complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: ResponseBody;
  readonly headers?: ResponseHeaders;
}

/** Status and headers of a response whose body is sent in chunks. */
export interface ResponseHead extends Omit<HttpResponse, "body"> {
  /** Length of the body in bytes, if known. */
  readonly length?: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Counts the responses of this server that clients have not read yet. */
    readonly outbox: ResponseBacklog;
  }
}

export const JSON_TYPE = "application/json";

/** The `Cache-Control` of responses that proxies and browsers must not store. */
export const UNCACHED = "max-age=0, no-cache, no-store, must-revalidate, private";

/**
 * Sends a response. Writes directly to Node's response, because Fastify would spend time on hooks and serializers that
 * the API does not use.
 * @throws ServerBusy if the response is large and there is no capacity until clients have read other responses
 */
export function writeResponse(reply: FastifyReply, { body, ...answer }: HttpResponse): void {
  const { outbox } = reply.server;
  const length = Buffer.byteLength(body);
  const isLarge = length > MAX_SMALL_RESPONSE_BYTES;
  if (isLarge) outbox.assertCapacity(length);
  writeHead(reply, { ...answer, length });
  if (isLarge) void writeChunks(reply, [Buffer.from(body)]).catch(() => undefined);
  else {
    reply.raw.end(body);
    outbox.watch(reply.raw);
  }
}

const extraHeaders = Symbol("headers of any answer");

type Raw = FastifyReply["raw"] & { [extraHeaders]?: ResponseHeaders };

/**
 * Adds headers to the response that will be sent. They are stored and written together with all other headers, because
 * setting them one by one is slower.
 */
export function addHeaders({ raw }: FastifyReply, headers: ResponseHeaders): void {
  const earlier = (raw as Raw)[extraHeaders];
  (raw as Raw)[extraHeaders] = earlier ? { ...earlier, ...headers } : headers;
}

/** Writes the status and the headers. */
export function writeHead(reply: FastifyReply, { status, contentType, length, headers }: ResponseHead): void {
  reply.raw.writeHead(status, {
    "content-type": contentType,
    ...(length !== undefined && { "content-length": length }),
    "cache-control": UNCACHED,
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[extraHeaders],
    ...headers,
  });
}

/**
 * Sends the body of a response whose head was written. If the body cannot be completed, the connection is closed, so
 * that the client does not mistake the response for complete.
 * @throws ClientNotReading, and errors of creating the chunks
 */
export async function writeChunks(
  { raw, server, request }: FastifyReply,
  pieces: AsyncIterable<Buffer> | readonly Buffer[],
): Promise<void> {
  try {
    await server.outbox.send(raw, request.method === "HEAD" ? [] : pieces);
  } catch (error) {
    raw.req.socket.destroy();
    throw error;
  }
}

/** Sends a response with status 204, which has no body. */
export function writeHeadersOnly(reply: FastifyReply, headers: ResponseHeaders): void {
  reply.raw.writeHead(204, {
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[extraHeaders],
    ...headers,
  });
  reply.raw.end();
}
