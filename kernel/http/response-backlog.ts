import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { ServerBusy } from "./errors.ts";

/** What answers may take before their clients have read them. */
export interface ResponseBacklogLimits {
  /** The most bytes of all answers together that were made and not taken. */
  readonly bytes: number;
  /** How long a client may leave a piece of an answer unread, in milliseconds. */
  readonly timeoutMs: number;
}

/** Nobody reads the answer any more, or too slowly. */
export class ClientNotReading extends Error {
  override readonly name = "ClientNotReading";
}

/** Answers up to this many bytes are sent at once, and wait for nobody's leave. */
export const MAX_SMALL_RESPONSE_BYTES = 64 * 1024;

/** So many pieces are sent in one turn of the event loop at most. */
const CHUNKS_PER_TURN = 16;

/** Counts what waits for clients to read it, and loses patience with those that do not. */
export class ResponseBacklog {
  readonly #limits: ResponseBacklogLimits;
  #held = 0;

  constructor(limits: ResponseBacklogLimits) {
    this.#limits = limits;
  }

  /** Bytes that clients have not taken. */
  get pendingBytes(): number {
    return this.#held;
  }

  /**
   * Asked before a large answer begins. One that is more than all may have is let in when it is alone.
   * @throws ServerBusy if clients have to read others first
   */
  assertCapacity(bytes: number): void {
    if (this.#held > 0 && this.#held + bytes > this.#limits.bytes) throw new ServerBusy();
  }

  /** Sees to a small answer that was handed over: nearly all have been taken by then. */
  watch(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.#held += bytes;
    const stop = this.#whenUnread(response, () => response.req.socket.destroy());
    onResponseEnd(response, () => {
      stop();
      this.#held -= bytes;
    });
  }

  /**
   * Sends a large answer piece by piece, each when the client has taken the one before. Pieces that exist are held until
   * then; the others are made when their turn comes.
   * @throws ClientNotReading, and what making it throws: then the connection has to be cut
   */
  async send(response: ServerResponse, pieces: AsyncIterable<Buffer> | readonly Buffer[]): Promise<void> {
    let sent = 0;
    let held = Array.isArray(pieces) ? totalBytes(pieces as readonly Buffer[]) : 0;
    this.#held += held;
    try {
      for await (const piece of pieces) {
        const more = Array.isArray(pieces) ? 0 : piece.length;
        held += more;
        this.#held += more;
        for (let from = 0; from < piece.length; from += MAX_SMALL_RESPONSE_BYTES) {
          const part = piece.subarray(from, from + MAX_SMALL_RESPONSE_BYTES);
          await this.#taken(response, (done) => response.write(part, done));
          held -= part.length;
          this.#held -= part.length;
          // A client that reads as fast as it is written to must not keep everybody else waiting.
          if ((sent += 1) % CHUNKS_PER_TURN === 0) await setImmediate();
        }
      }
      await this.#taken(response, (done) => response.end(done));
    } finally {
      this.#held -= held;
    }
  }

  /** Resolves when what is written has left for the client. */
  async #taken(response: ServerResponse, write: (done: (error?: Error | null) => void) => void): Promise<void> {
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

  /** Loses patience some time from now; not while other answers are before this one on its connection. */
  #whenUnread(response: ServerResponse, act: () => void): () => void {
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(() => (response.socket ? act() : wait()), this.#limits.timeoutMs);
    };
    wait();
    return () => clearTimeout(timer);
  }
}

/** Calls back when an answer is over, or its connection is: an answer whose turn never came is not told of that. */
function onResponseEnd(response: ServerResponse, act: () => void): () => void {
  const { socket } = response.req;
  // Each of the answers that wait on a connection listens.
  socket.setMaxListeners(0);
  const forget = () => {
    response.off("close", over);
    socket.off("close", over);
  };
  let isOver = false;
  const over = () => {
    // The socket's `close` makes Node emit that of the response, while the listeners of the first are being called: each of
    // them then comes here, removed or not.
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
