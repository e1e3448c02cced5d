import { constants, createGzip } from "node:zlib";
import { recordIncompleteResponse, recordStreamEnd } from "./send-response.ts";
import type { Exchange } from "./exchange.ts";
import { writeHead, writeChunks } from "./write-response.ts";
import type { Services } from "./services.ts";
import type { EventStream, EventBatches, EventBatch } from "./event-batches.ts";

const EVENT_STREAM_TYPE = "text/event-stream";

/** A comment in the syntax of server-sent events, which clients ignore. */
const KEEP_ALIVE_COMMENT = ":\n\n";
/**
 * Compression settings that need only about 20 KB per stream, because there may be thousands of streams. Each chunk is
 * flushed immediately.
 */
const COMPRESSION = { windowBits: 12, memLevel: 4, flush: constants.Z_SYNC_FLUSH };

/**
 * Sends events as server-sent events, as fast as the client reads them, until the stream ends or the client
 * disconnects.
 */
export async function sendEventStream(services: Services, exchange: Exchange, { batches }: EventStream): Promise<void> {
  const isCompressed = acceptsGzip(exchange.header("accept-encoding"));
  try {
    writeHead(exchange.reply, {
      status: 200,
      contentType: EVENT_STREAM_TYPE,
      headers: {
        vary: "accept-encoding",
        // Asks proxies not to buffer the response.
        "x-accel-buffering": "no",
        ...(isCompressed && { "content-encoding": "gzip" }),
      },
    });
    const { wireAliases } = services;
    const names = exchange.isFromStockClient ? (json: string) => wireAliases.forStockClient(json) : identity;
    const pieces = serverSentEvents(batches, names);
    await writeChunks(exchange.reply, isCompressed ? compress(pieces) : pieces);
  } catch (error) {
    return recordIncompleteResponse(services, exchange, error);
  } finally {
    await batches.return();
  }
  recordStreamEnd(services, exchange);
}

/**
 * Returns whether the client accepts gzip. The header lists encodings separated by commas; a weight of 0 excludes an
 * encoding.
 */
const acceptsGzip = (encodings = ""): boolean =>
  encodings.split(",").some((one) => /^\s*gzip\s*(;\s*q\s*=\s*(?!0(\.0*)?\s*$).*)?$/i.test(one));

type TranslateJson = (json: string) => string;

const identity: TranslateJson = (json) => json;

async function* serverSentEvents(batches: EventBatches, translate: TranslateJson): AsyncGenerator<Buffer> {
  // Sent at once, so that the client knows that the stream is open.
  yield Buffer.from(KEEP_ALIVE_COMMENT);
  for await (const group of batches)
    yield Buffer.from(translate(group?.map(formatSseEvents).join("") ?? KEEP_ALIVE_COMMENT));
}

const formatSseEvents = ({ id, events }: EventBatch): string =>
  events.map((json, index) => `id: ${id - events.length + 1 + index}\ndata: ${json}\n\n`).join("");

async function* compress(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip(COMPRESSION);
  const made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  const flush = () => Buffer.concat(made.splice(0));
  try {
    for await (const piece of pieces) {
      await new Promise<void>((resolve, reject) => gzip.write(piece, (error) => (error ? reject(error) : resolve())));
      yield flush();
    }
    const ended = new Promise((resolve) => gzip.once("end", resolve));
    gzip.end();
    await ended;
    yield flush();
  } finally {
    gzip.destroy();
  }
}
