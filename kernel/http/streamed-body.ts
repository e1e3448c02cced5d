import type { IncomingBody } from "./incoming-body.ts";

/** Thrown by `send` when the receiver accepts no more chunks. */
class ReceiverStopped extends Error {
  override readonly name = "ReceiverStopped";
}

interface PendingChunk {
  readonly chunk: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Passes chunks from a sender to a receiver, one at a time. Each `send` resolves when the receiver has received the
 * chunk, and rejects when the receiver has stopped. A Node stream is not suitable: if it is destroyed during a write,
 * the callback of that write is never called.
 */
class BodyChunkQueue implements AsyncIterator<Buffer, undefined> {
  #pending: PendingChunk | undefined;
  #receive: ((result: IteratorResult<Buffer, undefined>) => void) | undefined;
  #isEnded = false;
  #isStopped = false;

  /** Sends a chunk. Resolves when the receiver has received it. Must not be called again before that. */
  send(chunk: Buffer): Promise<void> {
    if (this.#isStopped) return Promise.reject(new ReceiverStopped());
    const receive = this.#receive;
    if (receive) {
      this.#receive = undefined;
      receive({ value: chunk });
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.#pending = { chunk, resolve, reject };
    });
  }

  /** Declares that no further chunks will be sent. */
  end(): void {
    this.#isEnded = true;
    this.#receive?.({ value: undefined, done: true });
    this.#receive = undefined;
  }

  /** Stops the receiver: the pending `send` and all later ones fail. */
  stop(): void {
    this.#isStopped = true;
    this.#pending?.reject(new ReceiverStopped());
    this.#pending = undefined;
  }

  /** Returns the next chunk. Must not be called again before it has resolved. */
  next(): Promise<IteratorResult<Buffer, undefined>> {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve();
    if (pending) return Promise.resolve({ value: pending.chunk });
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#receive = resolve;
    });
  }
}

/** The result of receiving a body, and whether receiving it failed. */
export interface ReceivedBody<T> {
  readonly result: T;
  /** The reason why the body ended early. Null if it is complete, or if the receiver stopped reading it. */
  readonly error: Error | null;
}

/** The unread body of a request. If the connection is lost, the part received until then is still used. */
export class StreamedBody {
  readonly #body: IncomingBody | undefined;

  constructor(body: IncomingBody | undefined) {
    this.#body = body;
  }

  /**
   * Reads at most `maxBytes` bytes and passes them to `store`, as fast as `store` consumes them. At most `maxBufferedBytes` bytes are in
   * memory. If the sender disconnects or is too slow, `store` gets the bytes received until then. When `store` has
   * settled, the rest of the body is not read.
   * @throws BodyTooLarge if a larger size is announced, ServerBusy, and errors of `store`
   */
  async receive<T>(
    { maxBytes, maxBufferedBytes }: { readonly maxBytes: number; readonly maxBufferedBytes: number },
    store: (content: AsyncIterator<Buffer>) => Promise<T>,
  ): Promise<ReceivedBody<T>> {
    this.#body?.limitBytes(maxBytes);
    this.#body?.streamThrough(maxBufferedBytes);
    const chunks = new BodyChunkQueue();
    const reading = this.#readInto(chunks);
    let result: T;
    try {
      result = await store(chunks);
    } finally {
      chunks.stop();
      this.#body?.stop(new ReceiverStopped());
      await reading;
    }
    const problem = await reading;
    return { result, error: problem instanceof ReceiverStopped ? null : problem };
  }

  /** Reads the body into the queue. Resolves to the error if the reading failed, otherwise to null. */
  async #readInto(chunks: BodyChunkQueue): Promise<Error | null> {
    try {
      await this.#body?.read((chunk) => chunks.send(chunk));
      return null;
    } catch (error) {
      return error as Error;
    } finally {
      chunks.end();
    }
  }
}
