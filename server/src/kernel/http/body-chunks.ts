/** Thrown to the sender of chunks whose receiver takes no more of them. */
export class ReceiverStopped extends Error {
  override readonly name = "ReceiverStopped";
}

interface PendingChunk {
  readonly chunk: Buffer;
  readonly taken: () => void;
  readonly refused: (error: Error) => void;
}

/**
 * Hands chunks from a sender to a receiver, one at a time: each send ends when its chunk was taken, or when the receiver has
 * stopped. A stream of Node's does not do: it never calls back for what was being written when it was destroyed.
 */
export class BodyChunks implements AsyncIterator<Buffer, undefined> {
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
    return new Promise((taken, refused) => {
      this.#pending = { chunk, taken, refused };
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
    this.#pending?.refused(new ReceiverStopped());
    this.#pending = undefined;
  }

  /** The next chunk. Not called again before this one is there. */
  next(): Promise<IteratorResult<Buffer, undefined>> {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.taken();
    if (pending) return Promise.resolve({ value: pending.chunk });
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#receive = resolve;
    });
  }
}
