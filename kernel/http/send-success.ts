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

/**
 * Encodes chunks of JSON as UTF-8. Strings are joined before they are encoded, which is much faster than encoding each
 * of them.
 */
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

/** Collects chunks of JSON until there is enough to send. */
class JsonBuffer {
  #pieces: JsonChunk[] = [];
  #length = 0;

  /** Number of collected bytes, or fewer, because strings are not measured exactly. */
  get length(): number {
    return this.#length;
  }

  add(piece: JsonChunk): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /**
   * Removes and returns the collected chunks as UTF-8. Small chunks are joined; large ones are returned separately to
   * avoid copying them.
   */
  flush(): Buffer[] {
    const chunks: Buffer[] = [];
    let small: JsonChunk[] = [];
    for (const piece of this.#pieces) {
      if (typeof piece === "string" || piece.length < MAX_SMALL_RESPONSE_BYTES) small.push(piece);
      else {
        chunks.push(toBuffer(small), Buffer.from(piece.buffer, piece.byteOffset, piece.length));
        small = [];
      }
    }
    chunks.push(toBuffer(small));
    this.#pieces = [];
    this.#length = 0;
    return chunks.filter(({ length }) => length > 0);
  }

  /** All collected chunks joined: as a string if all chunks are strings, otherwise as UTF-8. */
  get contents(): string | Buffer {
    const pieces = this.#pieces;
    return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : toBuffer(pieces);
  }
}

/** A successful result and its request. */
export interface SuccessResponse {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly result: object;
  /** Names of unknown parameters. */
  readonly ignored: readonly string[] | undefined;
}

/**
 * Sends a handler's result. A small result, as almost all are, is sent immediately. A large one is serialized in steps,
 * so that other work can run in between, and sent in chunks as fast as the client reads them.
 */
export function sendSuccess(services: Services, success: SuccessResponse): void | Promise<void> {
  const { result, ignored, exchange } = success;
  if (result instanceof EventStream) return sendEventStream(services, exchange, result);
  const pieces = successChunks(result, ignored);
  const start = new JsonBuffer();
  while (start.length < MAX_SMALL_RESPONSE_BYTES) {
    const { done, value } = pieces.next();
    if (done) return sendSmall(services, success, start.contents);
    start.add(value);
  }
  return sendLarge(services, success, runInTimeSlices(collectChunks(start, pieces)));
}

function sendSmall(services: Services, { endpoint, exchange }: SuccessResponse, body: string | Buffer): void {
  if (services.strict) assertDeclaredResponse(endpoint, body.toString(), services.wireAliases);
  const sent = exchange.isFromStockClient ? services.wireAliases.forStockClient(body.toString()) : body;
  countResponse(services, endpoint, exchange, sent.length);
  writeResponse(exchange.reply, { status: 200, contentType: JSON_TYPE, body: sent });
  recordJsonResponse(services, exchange, 200, () => body.toString());
}

/**
 * Sends a large response. All of it is created before any of it is sent, so that its size is known and its source data
 * can be freed.
 */
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

/** Throws if a large response to a read exceeds the capacity. Responses to writes are always sent. */
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

/** Collects the rest of a body in chunks of suitable size. */
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
