import type { IncomingBody } from "./incoming-body.ts";

/** Thrown to the sender of chunks whose receiver takes no more of them. */
class ReceiverStopped extends Error {
  override readonly name = "ReceiverStopped";
}

interface PendingChunk {
  readonly chunk: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Hands chunks from a sender to a receiver, one at a time: each send ends when its chunk was taken, or when the receiver has
 * stopped. A stream of Node's does not do: it never calls back for what was being written when it was destroyed.
 */
class BodyChunkQueue implements AsyncIterator<Buffer, undefined> {
  #pending: PendingChunk | undefined;
  #receive: ((result: IteratorResult<Buffer, undefined>) => void) | undefined;
  #isEnded = false;
  #isStopped = false;

  /** Resolves when the receiver has taken the chunk. Called again only after that. */
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

  /** No more chunks come after the one that is pending. */
  end(): void {
    this.#isEnded = true;
    this.#receive?.({ value: undefined, done: true });
    this.#receive = undefined;
  }

  /** The receiver takes no more: a send that waits for it fails, and so do all later ones. */
  stop(): void {
    this.#isStopped = true;
    this.#pending?.reject(new ReceiverStopped());
    this.#pending = undefined;
  }

  /** The next chunk. Not called again before this one is there. */
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

/** What a body has brought, and whether that is all of it. */
export interface ReceivedBody<T> {
  readonly result: T;
  /** Why it ended before it was whole; null: it is whole. */
  readonly error: Error | null;
}

/** The body of a request that nobody has read yet, as bytes of which what has arrived counts even where the rest does not. */
export class StreamedBody {
  readonly #body: IncomingBody | undefined;

  constructor(body: IncomingBody | undefined) {
    this.#body = body;
  }

  /**
   * Reads at most so many bytes and has `keep` take them in, no faster than that is done; at most `held` of them are in
   * memory. Where the sender breaks off, or sends too slowly, `keep` gets what came until then. When `keep` has ended, in
   * whichever way, the rest is not waited for.
   * @throws BodyTooLarge where more is announced, ServerBusy, and what `keep` throws
   */
  async receive<T>(
    { most, held }: { readonly most: number; readonly held: number },
    keep: (content: AsyncIterator<Buffer>) => Promise<T>,
  ): Promise<ReceivedBody<T>> {
    this.#body?.limitBytes(most);
    this.#body?.streamThrough(held);
    const chunks = new BodyChunkQueue();
    const reading = this.#readInto(chunks);
    let result: T;
    try {
      result = await keep(chunks);
    } finally {
      chunks.stop();
      this.#body?.stop(new ReceiverStopped());
      await reading;
    }
    const problem = await reading;
    return { result, error: problem instanceof ReceiverStopped ? null : problem };
  }

  /** Resolves to what went wrong. */
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
