import type { FastifyReply } from "fastify";
import { RawBody } from "./endpoint.ts";

export type Headers = Readonly<Record<string, string>>;

export const JSON_TYPE = "application/json";

const none: Headers = {};

const OPENING_BRACE = 0x7b;

/** The body of a success: the envelope around the endpoint's answer. */
export function successBody(answer: object, ignored: readonly string[] | undefined): string {
  const json = JSON.stringify(answer);
  const rest = json === "{}" ? "}" : `,${json.slice(1)}`;
  return `{"result":"success","msg":""${ignored ? `,${ignoredMember(ignored)}` : ""}${rest}\n`;
}

const ignoredMember = (names: readonly string[]) => `"ignored_parameters_unsupported":${JSON.stringify(names)}`;

/** A body that a handler made, in one piece; into a JSON object go the names of the ignored parameters, if any. */
export function rawPayload(
  { chunks, contentType }: RawBody,
  ignored: readonly string[] | undefined,
): string | Uint8Array {
  const [first] = chunks;
  const isOne = first !== undefined && chunks.length === 1;
  const whole = isOne ? first : chunks.every((chunk) => typeof chunk === "string") ? chunks.join("") : concat(chunks);
  return ignored && contentType === JSON_TYPE ? withIgnored(whole, ignored) : whole;
}

function withIgnored(whole: string | Uint8Array, ignored: readonly string[]): string | Uint8Array {
  const bytes = typeof whole === "string" ? Buffer.from(whole) : whole;
  return bytes[0] === OPENING_BRACE ? concat([`{${ignoredMember(ignored)},`, bytes.subarray(1)]) : whole;
}

const concat = (chunks: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));

/**
 * Sends the whole answer. It goes to Node's response at once and not through Fastify's, which would spend on hooks and
 * serialisers that the API does not have.
 */
export function send(
  reply: FastifyReply,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers = none,
) {
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
