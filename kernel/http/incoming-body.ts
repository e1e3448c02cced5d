import type { IncomingMessage } from "node:http";
import type { BodyReservation } from "./body-budget.ts";
import { BodyTooLarge, MalformedBody, RequestTooSlow } from "./errors.ts";
import { MAX_ANONYMOUS_BODY_BYTES } from "./limits.ts";
import type { IncomingTransfer, SlowTransferGuard } from "./slow-transfer-guard.ts";

/** The body of a request. The server does not start to receive it before `read` is called. */
export class IncomingBody implements IncomingTransfer {
  readonly reservation: BodyReservation;
  readonly #message: IncomingMessage;
  readonly #pace: SlowTransferGuard;
  /** Maximum size of the body, in bytes. */
  #maxBytes = MAX_ANONYMOUS_BODY_BYTES;
  #fail: ((error: Error) => void) | undefined;
  #isPassedOn = false;
  startedAt = 0;
  received = 0;

  constructor(message: IncomingMessage, reservation: BodyReservation, pace: SlowTransferGuard) {
    this.#message = message;
    this.reservation = reservation;
    this.#pace = pace;
  }

  /**
   * Sets the maximum size of the body, in bytes.
   * @throws BodyTooLarge if the announced size of the body is larger
   */
  limitBytes(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    if (Number(this.#message.headers["content-length"]) > maxBytes) throw new BodyTooLarge(maxBytes);
  }

  /**
   * Declares that the body is passed on while it is received, so at most `bufferBytes` bytes of it are in memory at a time.
   * @throws ServerBusy if the budget has no capacity for `bufferBytes` bytes
   */
  streamThrough(bufferBytes: number): void {
    this.#isPassedOn = true;
    this.reservation.reserve(bufferBytes, false);
  }

  /**
   * Passes the bytes to `consume` as they are received, until the end of the body. If `consume` throws, the reading
   * ends. If it returns a promise, no further data is received until the promise is fulfilled. The returned promise
   * always settles: when the body ends, when the connection closes, or when `consume` fails.
   * @throws BodyTooLarge, RequestTooSlow, ServerBusy; MalformedBody if the client disconnects
   */
  read(consume: (chunk: Buffer) => void | Promise<void>): Promise<void> {
    const message = this.#message;
    // If the connection is already closed, no further event is emitted.
    if (message.destroyed && !message.readableEnded) return Promise.reject(new MalformedBody());
    const { promise, resolve, reject: rejectPromise } = Promise.withResolvers<void>();
    const finish = () => {
      this.#pace.unwatch(this);
      // Discard further data, and continue to notice if the client disconnects: a paused message would do neither.
      message.off("data", receive).resume();
    };
    const reject = (error: unknown) => {
      finish();
      rejectPromise(error);
    };
    const receive = (chunk: Buffer) => {
      try {
        this.#count(chunk.length);
        const passed = consume(chunk);
        if (!passed) return;
        message.pause();
        passed.then(() => message.resume(), reject);
      } catch (error) {
        reject(error);
      }
    };
    this.#fail = reject;
    this.startedAt = performance.now();
    this.#pace.watch(this);
    message.on("data", receive).once("end", () => {
      finish();
      resolve();
    });
    const breakOff = () => {
      // A request that was read completely also emits `close`, so the error is created only if needed: creating one
      // costs more than the rest of this function. If a request was received completely, but the consumer has not read
      // all of it when the connection closes, its end is never emitted.
      if (!message.readableEnded) reject(new MalformedBody());
    };
    message.once("close", breakOff).on("error", breakOff);
    return promise;
  }

  /** Ends the reading with this error, if a reading is in progress. */
  stop(error: Error): void {
    this.#fail?.(error);
  }

  abort(): void {
    this.stop(new RequestTooSlow());
  }

  #count(bytes: number): void {
    this.received += bytes;
    if (this.received > this.#maxBytes) throw new BodyTooLarge(this.#maxBytes);
    if (this.#isPassedOn) return;
    this.reservation.reserve(bytes, this.#maxBytes <= MAX_ANONYMOUS_BODY_BYTES);
  }
}
