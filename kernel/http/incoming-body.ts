import type { IncomingMessage } from "node:http";
import type { BodyReservation } from "./body-budget.ts";
import { BodyTooLarge, MalformedBody, RequestTooSlow } from "./errors.ts";
import { MAX_ANONYMOUS_BODY_BYTES } from "./limits.ts";
import type { IncomingTransfer, SlowTransferGuard } from "./slow-transfer-guard.ts";

/** The body of a request that is being received. Nothing of it is received before `read` is called. */
export class IncomingBody implements IncomingTransfer {
  readonly reservation: BodyReservation;
  readonly #message: IncomingMessage;
  readonly #pace: SlowTransferGuard;
  /** Maximum size of the body, in bytes. */
  #most = MAX_ANONYMOUS_BODY_BYTES;
  #fail: ((error: Error) => void) | undefined;
  #isPassedOn = false;
  startedAt = 0;
  received = 0;

  constructor(message: IncomingMessage, holding: BodyReservation, pace: SlowTransferGuard) {
    this.#message = message;
    this.reservation = holding;
    this.#pace = pace;
  }

  /**
   * Sets the maximum size of the body, in bytes.
   * @throws BodyTooLarge if its announced size is larger
   */
  limitBytes(most: number): void {
    this.#most = most;
    if (Number(this.#message.headers["content-length"]) > most) throw new BodyTooLarge(most);
  }

  /**
   * Declares that the body is passed on while it is received, so that at most `held` bytes of it are in memory at a
   * time.
   * @throws ServerBusy if there is no capacity for them
   */
  streamThrough(held: number): void {
    this.#isPassedOn = true;
    this.reservation.reserve(held, false);
  }

  /**
   * Passes the bytes to the consumer as they are received, until the end of the body. If the consumer throws, the
   * reading ends and no more is received. If it returns a promise, no more is received until the promise is fulfilled.
   * Always settles: with the body, with the connection, or with the consumer's error.
   * @throws BodyTooLarge, RequestTooSlow, ServerBusy; MalformedBody if the client disconnects
   */
  async read(consume: (chunk: Buffer) => void | Promise<void>): Promise<void> {
    const message = this.#message;
    // A connection that is already closed emits no further event.
    if (message.destroyed && !message.readableEnded) throw new MalformedBody();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const take = (chunk: Buffer) => {
      try {
        this.#take(chunk.length);
        const passed = consume(chunk);
        if (!passed) return;
        message.pause();
        passed.then(() => message.resume(), reject);
      } catch (error) {
        message.off("data", take);
        reject(error);
      }
    };
    this.#fail = reject;
    this.startedAt = performance.now();
    this.#pace.watch(this);
    message.on("data", take).once("end", resolve);
    const breakOff = () => {
      // Requests that were read completely close, too, and creating an error costs more than the rest of this function.
      // A request that was received completely but not read to its end, because the consumer was slower, never ends
      // once its connection is gone.
      if (!message.readableEnded) reject(new MalformedBody());
    };
    message.once("close", breakOff).on("error", breakOff);
    try {
      await promise;
    } finally {
      this.#pace.unwatch(this);
      // Further data is discarded, and a disconnecting client is noticed. Neither happens while the message is paused.
      message.off("data", take).resume();
    }
  }

  /** Ends the reading with this error, if it is in progress. */
  stop(error: Error): void {
    this.#fail?.(error);
  }

  abort(): void {
    this.stop(new RequestTooSlow());
  }

  #take(bytes: number): void {
    this.received += bytes;
    if (this.received > this.#most) throw new BodyTooLarge(this.#most);
    if (this.#isPassedOn) return;
    this.reservation.reserve(bytes, this.#most <= MAX_ANONYMOUS_BODY_BYTES);
  }
}
