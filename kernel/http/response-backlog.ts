import type { ServerResponse } from "node:http";
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

/** Maximum number of chunks sent in one turn of the event loop. */
const CHUNKS_PER_TURN = 16;

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
   * Sends a large response chunk by chunk, each after the client has read the previous chunk. The chunks of an array
   * stay in memory until they are sent; those of an iterable are created on demand.
   * @throws ClientNotReading, and errors of creating the chunks; the connection must then be closed
   */
  async send(response: ServerResponse, pieces: AsyncIterable<Buffer> | readonly Buffer[]): Promise<void> {
    let sent = 0;
    let pendingBytes = Array.isArray(pieces) ? totalBytes(pieces as readonly Buffer[]) : 0;
    this.#pendingBytes += pendingBytes;
    try {
      for await (const piece of pieces) {
        const more = Array.isArray(pieces) ? 0 : piece.length;
        pendingBytes += more;
        this.#pendingBytes += more;
        for (let from = 0; from < piece.length; from += MAX_SMALL_RESPONSE_BYTES) {
          const part = piece.subarray(from, from + MAX_SMALL_RESPONSE_BYTES);
          await this.#written(response, (done) => response.write(part, done));
          pendingBytes -= part.length;
          this.#pendingBytes -= part.length;
          // Lets other work run, even if the client reads as fast as the server writes.
          if ((sent += 1) % CHUNKS_PER_TURN === 0) await setImmediate();
        }
      }
      await this.#written(response, (done) => response.end(done));
    } finally {
      this.#pendingBytes -= pendingBytes;
    }
  }

  /** Writes data, and resolves when the data has been passed on to the network. */
  async #written(response: ServerResponse, write: (done: (error?: Error | null) => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = () => reject(new ClientNotReading("the client went away"));
    const stop = this.#whenUnread(response, () => reject(new ClientNotReading("the client did not read")));
    const forget = onResponseEnd(response, gone);
    write((error) => (error ? gone() : resolve()));
    try {
      await promise;
    } finally {
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

const totalBytes = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);
