import type { FastifyReply } from "fastify";
import type { RawBody } from "./endpoint.ts";

export type Headers = Readonly<Record<string, string>>;
export type Body = string | Uint8Array;

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Body;
  readonly headers?: Headers;
}

export const JSON_TYPE = "application/json";

const OPENING_BRACE = 0x7b;

/** The body of a success: the envelope around what the endpoint answers. */
export function successBody(fields: object, ignored?: readonly string[]): string {
  const json = JSON.stringify(fields);
  const rest = json === "{}" ? "}" : `,${json.slice(1)}`;
  return `{"result":"success","msg":""${ignored ? `,${ignoredMember(ignored)}` : ""}${rest}\n`;
}

const ignoredMember = (names: readonly string[]) => `"ignored_parameters_unsupported":${JSON.stringify(names)}`;

/** A body that a handler made, in one piece; into a JSON object go the names of the ignored parameters, if any. */
export function rawBody({ chunks, contentType }: RawBody, ignored: readonly string[] | undefined): Body {
  const [first] = chunks;
  const isOne = first !== undefined && chunks.length === 1;
  const whole = isOne ? first : chunks.every((chunk) => typeof chunk === "string") ? chunks.join("") : concat(chunks);
  return ignored && contentType === JSON_TYPE ? withIgnored(whole, ignored) : whole;
}

function withIgnored(whole: Body, ignored: readonly string[]): Body {
  const bytes = typeof whole === "string" ? Buffer.from(whole) : whole;
  return bytes[0] === OPENING_BRACE ? concat([`{${ignoredMember(ignored)},`, bytes.subarray(1)]) : whole;
}

const concat = (chunks: readonly Body[]): Uint8Array =>
  Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));

/**
 * Sends an answer. It goes to Node's response at once and not through Fastify's, which would spend on hooks and
 * serialisers that the API does not have.
 */
export function send(reply: FastifyReply, { status, contentType, body, headers }: Answer): void {
  reply.raw.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    // Nothing that the API says may be kept by anyone on the way.
    "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
    "x-content-type-options": "nosniff",
    "x-request-id": reply.request.id,
    ...headers,
  });
  reply.raw.end(body);
}

/** Sends headers alone. */
export function sendNothing(reply: FastifyReply, headers: Headers): void {
  reply.raw.writeHead(204, { "x-request-id": reply.request.id, ...headers });
  reply.raw.end();
}
