import type { FastifyReply } from "fastify";
import { type ResponseBacklog, MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";
import { securityHeaders } from "./security-headers.ts";

export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;
export type ResponseBody = string | Uint8Array;

/** A whole answer. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: ResponseBody;
  readonly headers?: ResponseHeaders;
}

/** How an answer begins whose body comes in pieces. */
export interface ResponseHead extends Omit<HttpResponse, "body"> {
  /** In bytes, if it is known. */
  readonly length?: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /** What waits for clients to read it, of all answers of this server. */
    readonly outbox: ResponseBacklog;
  }
}

export const JSON_TYPE = "application/json";

/**
 * Sends an answer. It goes to Node's response at once and not through Fastify's, which would spend on hooks and
 * serialisers that the API does not have.
 * @throws ServerBusy instead, where it is large and clients have to read others first
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

/** Adds headers that the answer gets, whatever it will be. They are written with all others: setting them first is slower. */
export function addHeaders({ raw }: FastifyReply, headers: ResponseHeaders): void {
  const earlier = (raw as Raw)[extraHeaders];
  (raw as Raw)[extraHeaders] = earlier ? { ...earlier, ...headers } : headers;
}

/** Writes the status and the headers. */
export function writeHead(reply: FastifyReply, { status, contentType, length, headers }: ResponseHead): void {
  reply.raw.writeHead(status, {
    "content-type": contentType,
    ...(length !== undefined && { "content-length": length }),
    // Nothing that the API says may be kept by anyone on the way.
    "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[extraHeaders],
    ...headers,
  });
}

/**
 * Sends the body of an answer that has begun. Where it cannot be completed the connection is cut, so that nobody takes it for
 * complete.
 * @throws ClientNotReading, and what making the pieces throws
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

/** Sends headers alone. */
export function writeHeadersOnly(reply: FastifyReply, headers: ResponseHeaders): void {
  reply.raw.writeHead(204, {
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[extraHeaders],
    ...headers,
  });
  reply.raw.end();
}
