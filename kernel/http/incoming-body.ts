import type { IncomingMessage } from "node:http";
import type { BodyReservation } from "./body-budget.ts";
import { BodyTooLarge, MalformedBody, RequestTooSlow } from "./errors.ts";
import { MAX_ANONYMOUS_BODY_BYTES } from "./limits.ts";
import type { IncomingTransfer, SlowTransferGuard } from "./slow-transfer-guard.ts";

/** The body of a request on its way in. Nothing of it is taken in before somebody reads it. */
export class IncomingBody implements IncomingTransfer {
  readonly reservation: BodyReservation;
  readonly #message: IncomingMessage;
  readonly #pace: SlowTransferGuard;
  /** How much of it is taken, in bytes. */
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
   * Says how large the body may be, in bytes.
   * @throws BodyTooLarge where it is announced to be larger
   */
  limitBytes(most: number): void {
    this.#most = most;
    if (Number(this.#message.headers["content-length"]) > most) throw new BodyTooLarge(most);
  }

  /**
   * Says that it is passed on as it comes in, so that at most `held` bytes of it are in memory at a time.
   * @throws ServerBusy where there is no room for them
   */
  streamThrough(held: number): void {
    this.#isPassedOn = true;
    this.reservation.reserve(held, false);
  }

  /**
   * Hands over the bytes as they come in, until all are there. What the consumer throws ends it; no more is taken then.
   * Where it returns a promise, no more is taken until that is fulfilled. Always ends: with the body, with the connection, or
   * with what the consumer throws.
   * @throws BodyTooLarge, RequestTooSlow, ServerBusy; MalformedBody where the sender breaks off
   */
  async read(consume: (chunk: Buffer) => void | Promise<void>): Promise<void> {
    const message = this.#message;
    // A connection that closed before does not say so again.
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
      // Requests that were read whole close, too, and an error costs more than the rest of this. One that came whole and was
      // not read to its end, because the consumer was slower, never ends once its connection is gone.
      if (!message.readableEnded) reject(new MalformedBody());
    };
    message.once("close", breakOff).on("error", breakOff);
    try {
      await promise;
    } finally {
      this.#pace.unwatch(this);
      // What else comes is thrown away, and a client that goes away is noticed: neither happens while it is paused.
      message.off("data", take).resume();
    }
  }

  /** Ends the reading with this error, if it goes on. */
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
