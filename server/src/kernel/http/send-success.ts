import { inSlices, type Pausable } from "../time-slicing.ts";
import { failMidway, finish } from "./send-response.ts";
import { countResponse } from "./request-rate-limits.ts";
import type { Endpoint } from "./endpoint.ts";
import { sendStream } from "./send-event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { type JsonPiece, successPieces } from "./json-response.ts";
import { Gathered } from "./json-bytes.ts";
import { SMALL_BYTES } from "./response-backlog.ts";
import { begin, JSON_TYPE, send, sendPieces } from "./write-response.ts";
import type { Services } from "./services.ts";
import { requireDeclared } from "./declaration-checks.ts";
import { EventStream } from "./event-batches.ts";

/** What is answered, and to what. */
export interface Success {
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
export function succeed(services: Services, success: Success): void | Promise<void> {
  const { result, ignored, exchange } = success;
  if (result instanceof EventStream) return sendStream(services, exchange, result);
  const pieces = successPieces(result, ignored);
  const beginning = new Gathered();
  while (beginning.length < SMALL_BYTES) {
    const { done, value } = pieces.next();
    if (done) return succeedAtOnce(services, success, beginning.whole);
    beginning.add(value);
  }
  return succeedAtLength(services, success, inSlices(bytesOfAll(beginning, pieces)));
}

function succeedAtOnce(services: Services, { endpoint, exchange }: Success, body: string | Buffer): void {
  if (services.strict) requireDeclared(endpoint, body.toString(), services.wireAliases);
  const sent = exchange.isFromStockClient ? services.wireAliases.forStockClient(body.toString()) : body;
  countResponse(services, endpoint, exchange, sent.length);
  send(exchange.reply, { status: 200, contentType: JSON_TYPE, body: sent });
  finish(services, exchange, 200, () => body.toString());
}

/** All of it is made before the first of it is sent: so it is known how much it is, and what it was made of can go. */
async function succeedAtLength(services: Services, success: Success, making: Promise<Buffer[]>): Promise<void> {
  const { endpoint, exchange } = success;
  const pieces = await making;
  const sent = exchange.isFromStockClient ? await inSlices(services.wireAliases.piecesForStockClient(pieces)) : pieces;
  exchange.endLargeWork();
  const length = sent.reduce((sum, piece) => sum + piece.length, 0);
  if (services.strict) requireDeclared(endpoint, textOf(pieces), services.wireAliases);
  admit(success, length);
  countResponse(services, endpoint, exchange, length);
  begin(exchange.reply, { status: 200, contentType: JSON_TYPE, length });
  const body = services.onExchange ? textOf(pieces) : "";
  await complete(services, success, sent, () => body);
}

/** Answers to writes are always sent, however much is under way. */
function admit({ endpoint, exchange }: Success, bytes: number): void {
  if (endpoint.kind === "read") exchange.reply.server.outbox.admit(bytes);
}

async function complete(
  services: Services,
  { exchange }: Success,
  pieces: readonly Buffer[],
  body: () => string,
): Promise<void> {
  try {
    await sendPieces(exchange.reply, pieces);
  } catch (error) {
    return failMidway(services, exchange, error);
  }
  finish(services, exchange, 200, body);
}

/** The rest of a body that is known, in pieces of some length. */
function* bytesOfAll(gathered: Gathered, rest: Iterable<JsonPiece>): Pausable<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const piece of rest) {
    if (gathered.length >= SMALL_BYTES) pieces.push(...gathered.take());
    gathered.add(piece);
    yield;
  }
  return [...pieces, ...gathered.take()];
}

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString();
