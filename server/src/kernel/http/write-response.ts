import type { FastifyReply } from "fastify";
import { type Outbox, SMALL_BYTES } from "./response-backlog.ts";
import { securityHeaders } from "./security-headers.ts";

export type Headers = Readonly<Record<string, string | readonly string[]>>;
export type Body = string | Uint8Array;

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Body;
  readonly headers?: Headers;
}

/** How an answer begins whose body comes in pieces. */
export interface Beginning extends Omit<Answer, "body"> {
  /** In bytes, if it is known. */
  readonly length?: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /** What waits for clients to read it, of all answers of this server. */
    readonly outbox: Outbox;
  }
}

export const JSON_TYPE = "application/json";

/**
 * Sends an answer. It goes to Node's response at once and not through Fastify's, which would spend on hooks and
 * serialisers that the API does not have.
 * @throws ServerBusy instead, where it is large and clients have to read others first
 */
export function send(reply: FastifyReply, { body, ...answer }: Answer): void {
  const { outbox } = reply.server;
  const length = Buffer.byteLength(body);
  const isLarge = length > SMALL_BYTES;
  if (isLarge) outbox.admit(length);
  begin(reply, { ...answer, length });
  if (isLarge) void sendPieces(reply, [Buffer.from(body)]).catch(() => undefined);
  else {
    reply.raw.end(body);
    outbox.watch(reply.raw);
  }
}

const headersOfAny = Symbol("headers of any answer");

type Raw = FastifyReply["raw"] & { [headersOfAny]?: Headers };

/** Adds headers that the answer gets, whatever it will be. They are written with all others: setting them first is slower. */
export function answerWith({ raw }: FastifyReply, headers: Headers): void {
  const earlier = (raw as Raw)[headersOfAny];
  (raw as Raw)[headersOfAny] = earlier ? { ...earlier, ...headers } : headers;
}

/** Writes the status and the headers. */
export function begin(reply: FastifyReply, { status, contentType, length, headers }: Beginning): void {
  reply.raw.writeHead(status, {
    "content-type": contentType,
    ...(length !== undefined && { "content-length": length }),
    // Nothing that the API says may be kept by anyone on the way.
    "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[headersOfAny],
    ...headers,
  });
}

/**
 * Sends the body of an answer that has begun. Where it cannot be completed the connection is cut, so that nobody takes it for
 * complete.
 * @throws NotRead, and what making the pieces throws
 */
export async function sendPieces(
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
export function sendNothing(reply: FastifyReply, headers: Headers): void {
  reply.raw.writeHead(204, {
    ...securityHeaders,
    "x-request-id": reply.request.id,
    ...(reply.raw as Raw)[headersOfAny],
    ...headers,
  });
  reply.raw.end();
}
