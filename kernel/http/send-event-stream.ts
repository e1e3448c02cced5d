import { constants, createDeflateRaw } from "node:zlib";
import { selectEncoding } from "./accept-encoding.ts";
import { GZIP_HEADER, GzipTrailer, storedBlocks } from "../base/deflate-blocks.ts";
import { recordIncompleteResponse, recordStreamEnd } from "./send-response.ts";
import type { Exchange } from "./exchange.ts";
import { writeHead, writeChunks } from "./write-response.ts";
import type { Services } from "./services.ts";
import type { EventStream, EventBatches, EventBatch } from "./event-batches.ts";

const EVENT_STREAM_TYPE = "text/event-stream";

/** A comment in the syntax of server-sent events, which clients ignore. */
const KEEP_ALIVE_COMMENT = ":\n\n";
/**
 * Compression settings with which Node's zlib needs about 100 KB per stream, less than half of its default, because there
 * may be thousands of streams. Each chunk is flushed immediately.
 */
const COMPRESSION = { windowBits: 12, memLevel: 4, flush: constants.Z_SYNC_FLUSH };

/**
 * Sends events as server-sent events, as fast as the client reads them, until the stream ends or the client
 * disconnects.
 */
export async function sendEventStream(services: Services, exchange: Exchange, { batches }: EventStream): Promise<void> {
  const isCompressed = selectEncoding(exchange.header("accept-encoding"), ["gzip"]) !== undefined;
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
    await writeChunks(exchange.reply, isCompressed ? compress(pieces) : withoutMarks(pieces));
  } catch (error) {
    return recordIncompleteResponse(services, exchange, error);
  } finally {
    await batches.return();
  }
  recordStreamEnd(services, exchange);
}

type TranslateJson = (json: string) => string;

const identity: TranslateJson = (json) => json;

/** Bytes of an event stream, and whether they contain secrets. */
interface StreamPiece {
  readonly bytes: Buffer;
  readonly hasSecrets: boolean;
}

async function* serverSentEvents(batches: EventBatches, translate: TranslateJson): AsyncGenerator<StreamPiece> {
  // Sent at once, so that the client knows that the stream is open.
  yield { bytes: Buffer.from(KEEP_ALIVE_COMMENT), hasSecrets: false };
  for await (const group of batches) {
    yield {
      bytes: Buffer.from(translate(group?.map(formatSseEvents).join("") ?? KEEP_ALIVE_COMMENT)),
      hasSecrets: group?.some(({ hasSecrets }) => hasSecrets) ?? false,
    };
  }
}

const formatSseEvents = ({ id, events }: EventBatch): string =>
  events.map((json, index) => `id: ${id - events.length + 1 + index}\ndata: ${json}\n\n`).join("");

async function* withoutMarks(pieces: AsyncIterable<StreamPiece>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pieces) yield bytes;
}

/** Compresses a stream, except events with secrets: they are stored as they are. */
async function* compress(pieces: AsyncIterable<StreamPiece>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw(COMPRESSION);
  const trailer = new GzipTrailer();
  const made: Buffer[] = [GZIP_HEADER];
  deflate.on("data", (bytes: Buffer) => made.push(bytes));
  const flush = () => Buffer.concat(made.splice(0));
  try {
    for await (const { bytes, hasSecrets } of pieces) {
      trailer.add(bytes);
      if (hasSecrets) {
        // Blocks after this one must not refer to blocks before it, because the compressor does not know of it.
        await new Promise<void>((resolve) => deflate.flush(constants.Z_FULL_FLUSH, resolve));
        made.push(...storedBlocks(bytes));
      } else {
        await new Promise<void>((resolve, reject) =>
          deflate.write(bytes, (error) => (error ? reject(error) : resolve())),
        );
      }
      yield flush();
    }
    const ended = new Promise((resolve) => deflate.once("end", resolve));
    deflate.end();
    await ended;
    made.push(trailer.bytes);
    yield flush();
  } finally {
    deflate.destroy();
  }
}
