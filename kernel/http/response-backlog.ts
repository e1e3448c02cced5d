import type { ServerResponse } from "node:http";
import { setImmediate as callInNextTurn } from "node:timers";
import { setImmediate } from "node:timers/promises";
import { ServerBusy } from "./errors.ts";

/** Limits for responses that clients have not read yet. */
export interface ResponseBacklogLimits {
  /** Maximum number of unread bytes of all responses together. */
  readonly bytes: number;
  /** Time for which a client may leave a chunk of a response unread, in milliseconds. */
  readonly timeoutMs: number;
}

/** Thrown if the client has disconnected, or reads too slowly. */
export class ClientNotReading extends Error {
  override readonly name = "ClientNotReading";
}

/** Responses up to this size are sent immediately, without a check of the limits. */
export const MAX_SMALL_RESPONSE_BYTES = 64 * 1024;

/**
 * Bytes of a response that are written together. Each write takes time, whatever its size, so batches grow as long as
 * the network accepts them at once. Otherwise they are small, because a client must read each within the timeout.
 */
const MIN_BATCH_BYTES = MAX_SMALL_RESPONSE_BYTES;
const MAX_BATCH_BYTES = 4 * MIN_BATCH_BYTES;

/** Bytes that are sent in one turn of the event loop. */
const TURN_BYTES = 1024 * 1024;

/** Counts the response bytes that clients have not read yet, and ends responses to clients that do not read. */
export class ResponseBacklog {
  readonly #limits: ResponseBacklogLimits;
  #pendingBytes = 0;

  constructor(limits: ResponseBacklogLimits) {
    this.#limits = limits;
  }

  /** Number of bytes that clients have not read yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * Must be called before a large response starts. A response that exceeds the limit on its own is allowed if no other
   * response is pending.
   * @throws ServerBusy if there is no capacity until clients have read other responses
   */
  assertCapacity(bytes: number): void {
    if (this.#pendingBytes > 0 && this.#pendingBytes + bytes > this.#limits.bytes) throw new ServerBusy();
  }

  /** Counts the bytes of a response as unread while `work`, such as compressing them, is in progress. */
  async countDuring<T>(bytes: number, work: Promise<T>): Promise<T> {
    this.#pendingBytes += bytes;
    try {
      return await work;
    } finally {
      this.#pendingBytes -= bytes;
    }
  }

  /**
   * Counts a small response, which was just written, until it has been sent. Almost all small responses have already
   * been sent completely at this point.
   */
  watch(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.#pendingBytes += bytes;
    const stop = this.#whenUnread(response, () => response.req.socket.destroy());
    onResponseEnd(response, () => {
      stop();
      this.#pendingBytes -= bytes;
    });
  }

  /**
   * Sends a large response in batches, each after the client has read the previous batch. The chunks of an array stay in
   * memory until they are sent; those of an iterable are created on demand.
   * @throws ClientNotReading, and errors of creating the chunks; the connection must then be closed
   */
  async send(response: ServerResponse, pieces: AsyncIterable<Buffer> | readonly Buffer[]): Promise<void> {
    const isInMemory = Array.isArray(pieces);
    let batchBytes = MIN_BATCH_BYTES;
    let turnBytes = 0;
    let pendingBytes = isInMemory ? totalBytes(pieces as readonly Buffer[]) : 0;
    this.#pendingBytes += pendingBytes;
    try {
      for await (const group of isInMemory ? [pieces as readonly Buffer[]] : oneByOne(pieces)) {
        const more = isInMemory ? 0 : totalBytes(group);
        pendingBytes += more;
        this.#pendingBytes += more;
        for (const batch of batchesOf(group, () => batchBytes)) {
          const isAtOnce = await this.#written(response, (done) => writeBatch(response, batch, done));
          batchBytes = isAtOnce ? Math.min(batchBytes * 2, MAX_BATCH_BYTES) : MIN_BATCH_BYTES;
          const bytes = totalBytes(batch);
          pendingBytes -= bytes;
          this.#pendingBytes -= bytes;
          // Lets other work run, even if the client reads as fast as the server writes.
          turnBytes += bytes;
          if (turnBytes >= TURN_BYTES) {
            await setImmediate();
            turnBytes = 0;
          }
        }
      }
      await this.#written(response, (done) => response.end(done));
    } finally {
      this.#pendingBytes -= pendingBytes;
    }
  }

  /**
   * Writes data, and resolves when the data has been passed on to the network. Returns whether the network accepted it
   * at once.
   */
  async #written(response: ServerResponse, write: (done: (error?: Error | null) => void) => void): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = () => reject(new ClientNotReading("the client went away"));
    const stop = this.#whenUnread(response, () => reject(new ClientNotReading("the client did not read")));
    const forget = onResponseEnd(response, gone);
    let isAtOnce = true;
    const nextTurn = callInNextTurn(() => (isAtOnce = false));
    write((error) => (error ? gone() : resolve()));
    try {
      await promise;
      return isAtOnce;
    } finally {
      clearImmediate(nextTurn);
      stop();
      forget();
    }
  }

  /**
   * Calls `act` when the response has remained unread for the timeout. Does not call it while earlier responses on the
   * connection are being sent.
   */
  #whenUnread(response: ServerResponse, act: () => void): () => void {
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(() => (response.socket ? act() : wait()), this.#limits.timeoutMs);
    };
    wait();
    return () => clearTimeout(timer);
  }
}

/**
 * Calls `act` when the response ends or its connection closes. The connection must be watched too, because a pipelined
 * response that has not started emits no event when its connection closes.
 */
function onResponseEnd(response: ServerResponse, act: () => void): () => void {
  const { socket } = response.req;
  // Each pipelined response on a connection adds a listener, so there is no useful maximum.
  socket.setMaxListeners(0);
  const forget = () => {
    response.off("close", over);
    socket.off("close", over);
  };
  let isOver = false;
  const over = () => {
    // The first response's `close` is emitted while the socket's listeners for `close` are being called, so a listener
    // can be called after it was removed.
    if (isOver) return;
    isOver = true;
    forget();
    act();
  };
  if (socket.destroyed) over();
  else {
    response.once("close", over);
    socket.once("close", over);
  }
  return forget;
}

/** Divides chunks into batches. `size` returns the number of bytes of the next one. */
function* batchesOf(pieces: readonly Buffer[], size: () => number): Generator<Buffer[]> {
  let batch: Buffer[] = [];
  let room = size();
  for (let piece of pieces) {
    while (piece.length >= room) {
      batch.push(piece.subarray(0, room));
      yield batch;
      piece = piece.subarray(room);
      [batch, room] = [[], size()];
    }
    if (piece.length > 0) batch.push(piece);
    room -= piece.length;
  }
  if (batch.length > 0) yield batch;
}

/** Writes chunks in one turn of the event loop, so that Node passes them on together. */
function writeBatch(response: ServerResponse, batch: readonly Buffer[], done: (error?: Error | null) => void): void {
  for (const [index, part] of batch.entries()) {
    if (index === batch.length - 1) response.write(part, done);
    else response.write(part);
  }
}

async function* oneByOne(pieces: AsyncIterable<Buffer> | readonly Buffer[]): AsyncGenerator<readonly Buffer[]> {
  for await (const piece of pieces) yield [piece];
}

const totalBytes = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);
