import { runInTimeSlices, type PausableTask } from "../base/time-slicing.ts";
import { recordIncompleteResponse, recordJsonResponse } from "./send-response.ts";
import { countResponse, sendCountedError } from "./request-rate-limits.ts";
import { DeferredResult } from "./deferred-result.ts";
import type { Endpoint } from "./endpoint.ts";
import { sendEventStream } from "./send-event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { type BodyPiece, bytesOf, gzipPieces, gzipSmall, MAX_SMALL_GZIP_BYTES } from "./compress-json.ts";
import { chooseEncoding } from "./response-encoding.ts";
import { JsonBuffer } from "./json-buffer.ts";
import { type JsonChunk, successChunks } from "./json-response.ts";
import { ClientNotReading, MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";
import { writeHead, JSON_TYPE, writeResponse, writeChunks } from "./write-response.ts";
import type { Services } from "./services.ts";
import type { WireAliases } from "./wire-aliases.ts";
import { SecretJson } from "../base/marked-json.ts";
import { assertDeclaredResponse } from "./declaration-checks.ts";
import { EventStream } from "./event-batches.ts";

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
  const { endpoint, result, ignored, exchange } = success;
  if (result instanceof EventStream) return sendEventStream(services, exchange, result);
  if (result instanceof DeferredResult) return result.onSettled((outcome) => sendOutcome(services, success, outcome));
  const pieces = successChunks(result, ignored, endpoint.secrets);
  const start = new JsonBuffer();
  while (start.length < MAX_SMALL_RESPONSE_BYTES) {
    const { done, value } = pieces.next();
    if (done) return sendSmall(services, success, start);
    start.add(value);
  }
  return sendLarge(services, success, runInTimeSlices(collectChunks(start, pieces)));
}

/** Sends a result that was deferred. Never throws. */
function sendOutcome(
  services: Services,
  { endpoint, exchange, ignored }: SuccessResponse,
  outcome: () => object,
): void {
  const sendFailure = (error: unknown) => void sendCountedError(services, exchange, error);
  try {
    const sending = sendSuccess(services, { endpoint, exchange, ignored, result: outcome() });
    if (sending) sending.catch(sendFailure);
  } catch (error) {
    sendFailure(error);
  }
}

function sendSmall(services: Services, success: SuccessResponse, gathered: JsonBuffer): void | Promise<void> {
  const { endpoint, exchange } = success;
  const { isCompressed, headers } = chooseEncoding(endpoint, exchange, gathered.length);
  if (isCompressed && (gathered.hasSecrets || gathered.length > MAX_SMALL_GZIP_BYTES))
    return sendLarge(services, success, Promise.resolve(gathered.flush()));
  const body = gathered.contents;
  if (services.strict) assertDeclaredResponse(endpoint, body.toString(), services.wireAliases);
  const sent = exchange.isFromStockClient ? services.wireAliases.forStockClient(body.toString()) : body;
  countResponse(services, endpoint, exchange, sent.length);
  writeResponse(exchange.reply, {
    status: 200,
    contentType: JSON_TYPE,
    body: isCompressed ? gzipSmall(sent) : sent,
    ...(headers && { headers }),
  });
  recordJsonResponse(services, exchange, 200, () => body.toString());
}

/**
 * Sends a large response. All of it is created and compressed before any of it is sent, so that its size is known and
 * its source data can be freed.
 */
async function sendLarge(services: Services, success: SuccessResponse, making: Promise<BodyPiece[]>): Promise<void> {
  const { endpoint, exchange } = success;
  const pieces = await making;
  const own = exchange.isFromStockClient
    ? await runInTimeSlices(translatePieces(pieces, services.wireAliases))
    : pieces;
  const bytes = totalBytes(own.map(bytesOf));
  if (services.strict) assertDeclaredResponse(endpoint, textOf(pieces), services.wireAliases);
  assertCapacity(success, bytes);
  const { isCompressed, headers } = chooseEncoding(endpoint, exchange, bytes);
  const sent = isCompressed ? await compress(exchange, own, bytes) : own.map(bytesOf);
  exchange.endLargeWork();
  countResponse(services, endpoint, exchange, bytes);
  writeHead(exchange.reply, {
    status: 200,
    contentType: JSON_TYPE,
    length: totalBytes(sent),
    ...(headers && { headers }),
  });
  const body = services.onExchange ? textOf(pieces) : "";
  await sendChunks(services, success, sent, () => body);
}

/** Compresses a response. Its bytes count as unread meanwhile. */
function compress(exchange: Exchange, pieces: readonly BodyPiece[], bytes: number): Promise<Buffer[]> {
  const assertConnected = () => {
    if (exchange.isDisconnected) throw new ClientNotReading("the client went away");
  };
  return exchange.reply.server.outbox.countDuring(bytes, gzipPieces(pieces, assertConnected));
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
function* collectChunks(gathered: JsonBuffer, rest: Iterable<JsonChunk>): PausableTask<BodyPiece[]> {
  const pieces: BodyPiece[] = [];
  for (const piece of rest) {
    if (gathered.length >= MAX_SMALL_RESPONSE_BYTES) pieces.push(...gathered.flush());
    gathered.add(piece);
    yield;
  }
  return [...pieces, ...gathered.flush()];
}

/** Replaces names in a body with those that stock clients read. Shared JSON has no such names. */
function* translatePieces(pieces: readonly BodyPiece[], aliases: WireAliases): PausableTask<BodyPiece[]> {
  const translated: BodyPiece[] = [];
  let bytes: Buffer[] = [];
  for (const piece of [...pieces, null]) {
    if (Buffer.isBuffer(piece)) bytes.push(piece);
    else {
      translated.push(...(yield* aliases.piecesForStockClient(bytes)));
      bytes = [];
      if (piece instanceof SecretJson) {
        translated.push(new SecretJson(aliases.forStockClient(Buffer.from(piece.text).toString())));
      } else if (piece) translated.push(piece);
    }
  }
  return translated;
}

const textOf = (pieces: readonly BodyPiece[]): string => Buffer.concat(pieces.map(bytesOf)).toString();

const totalBytes = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
