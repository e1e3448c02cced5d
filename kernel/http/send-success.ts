import { runInTimeSlices, type PausableTask } from "../base/time-slicing.ts";
import { recordIncompleteResponse, recordJsonResponse } from "./send-response.ts";
import { countResponse } from "./request-rate-limits.ts";
import type { Endpoint } from "./endpoint.ts";
import { sendEventStream } from "./send-event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { type JsonChunk, successChunks } from "./json-response.ts";
import { MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";
import { writeHead, JSON_TYPE, writeResponse, writeChunks } from "./write-response.ts";
import type { Services } from "./services.ts";
import { assertDeclaredResponse } from "./declaration-checks.ts";
import { EventStream } from "./event-batches.ts";

/** Pieces of JSON as UTF-8. Texts are joined before they are encoded, which is much less work than one by one. */
function toBuffer(pieces: readonly JsonChunk[]): Buffer {
  if (pieces.every((piece) => typeof piece === "string")) return Buffer.from(pieces.join(""));
  const encoded: Uint8Array[] = [];
  let texts: string[] = [];
  const encode = () => {
    if (texts.length > 0) encoded.push(Buffer.from(texts.join("")));
    texts = [];
  };
  for (const piece of pieces) {
    if (typeof piece === "string") texts.push(piece);
    else {
      encode();
      encoded.push(piece);
    }
  }
  encode();
  return Buffer.concat(encoded);
}

/** Gathers pieces of JSON until they are worth sending. */
class JsonBuffer {
  #pieces: JsonChunk[] = [];
  #length = 0;

  /** At least so many bytes. */
  get length(): number {
    return this.#length;
  }

  add(piece: JsonChunk): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Lets go of them, as UTF-8: joined, but for what is large in itself, which is not copied. */
  flush(): Buffer[] {
    const taken: Buffer[] = [];
    let small: JsonChunk[] = [];
    for (const piece of this.#pieces) {
      if (typeof piece === "string" || piece.length < MAX_SMALL_RESPONSE_BYTES) small.push(piece);
      else {
        taken.push(toBuffer(small), Buffer.from(piece.buffer, piece.byteOffset, piece.length));
        small = [];
      }
    }
    taken.push(toBuffer(small));
    this.#pieces = [];
    this.#length = 0;
    return taken.filter(({ length }) => length > 0);
  }

  /** All of them as one: as text where all of them are, else as UTF-8. */
  get contents(): string | Buffer {
    const pieces = this.#pieces;
    return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : toBuffer(pieces);
  }
}

/** What is answered, and to what. */
export interface SuccessResponse {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly result: object;
  /** Names of parameters that nobody asked for. */
  readonly ignored: readonly string[] | undefined;
}

/**
 * Answers with what a handler returned: at once where it is little, as nearly always; else in pieces, between which others
 * have their turn, and as fast as the client takes them.
 */
export function sendSuccess(services: Services, success: SuccessResponse): void | Promise<void> {
  const { result, ignored, exchange } = success;
  if (result instanceof EventStream) return sendEventStream(services, exchange, result);
  const pieces = successChunks(result, ignored);
  const beginning = new JsonBuffer();
  while (beginning.length < MAX_SMALL_RESPONSE_BYTES) {
    const { done, value } = pieces.next();
    if (done) return sendSmall(services, success, beginning.contents);
    beginning.add(value);
  }
  return sendLarge(services, success, runInTimeSlices(collectChunks(beginning, pieces)));
}

function sendSmall(services: Services, { endpoint, exchange }: SuccessResponse, body: string | Buffer): void {
  if (services.strict) assertDeclaredResponse(endpoint, body.toString(), services.wireAliases);
  const sent = exchange.isFromStockClient ? services.wireAliases.forStockClient(body.toString()) : body;
  countResponse(services, endpoint, exchange, sent.length);
  writeResponse(exchange.reply, { status: 200, contentType: JSON_TYPE, body: sent });
  recordJsonResponse(services, exchange, 200, () => body.toString());
}

/** All of it is made before the first of it is sent: so it is known how much it is, and what it was made of can go. */
async function sendLarge(services: Services, success: SuccessResponse, making: Promise<Buffer[]>): Promise<void> {
  const { endpoint, exchange } = success;
  const pieces = await making;
  const sent = exchange.isFromStockClient
    ? await runInTimeSlices(services.wireAliases.piecesForStockClient(pieces))
    : pieces;
  exchange.endLargeWork();
  const length = sent.reduce((sum, piece) => sum + piece.length, 0);
  if (services.strict) assertDeclaredResponse(endpoint, textOf(pieces), services.wireAliases);
  assertCapacity(success, length);
  countResponse(services, endpoint, exchange, length);
  writeHead(exchange.reply, { status: 200, contentType: JSON_TYPE, length });
  const body = services.onExchange ? textOf(pieces) : "";
  await sendChunks(services, success, sent, () => body);
}

/** Answers to writes are always sent, however much is under way. */
function assertCapacity({ endpoint, exchange }: SuccessResponse, bytes: number): void {
  if (endpoint.kind === "read") exchange.reply.server.outbox.assertCapacity(bytes);
}

async function sendChunks(
  services: Services,
  { exchange }: SuccessResponse,
  pieces: readonly Buffer[],
  body: () => string,
): Promise<void> {
  try {
    await writeChunks(exchange.reply, pieces);
  } catch (error) {
    return recordIncompleteResponse(services, exchange, error);
  }
  recordJsonResponse(services, exchange, 200, body);
}

/** The rest of a body that is known, in pieces of some length. */
function* collectChunks(gathered: JsonBuffer, rest: Iterable<JsonChunk>): PausableTask<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const piece of rest) {
    if (gathered.length >= MAX_SMALL_RESPONSE_BYTES) pieces.push(...gathered.flush());
    gathered.add(piece);
    yield;
  }
  return [...pieces, ...gathered.flush()];
}

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString();
