import { BodyChunks, ReceiverStopped } from "./body-chunks.ts";
import type { IncomingBody } from "./incoming-body.ts";

/** What a body has brought, and whether that is all of it. */
export interface Arrived<T> {
  readonly kept: T;
  /** Why it ended before it was whole; null: it is whole. */
  readonly problem: Error | null;
}

/** The body of a request that nobody has read yet, as bytes of which what has arrived counts even where the rest does not. */
export class ArrivingBytes {
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
  ): Promise<Arrived<T>> {
    this.#body?.limit(most);
    this.#body?.passOn(held);
    const chunks = new BodyChunks();
    const reading = this.#readInto(chunks);
    let kept: T;
    try {
      kept = await keep(chunks);
    } finally {
      chunks.stop();
      this.#body?.stop(new ReceiverStopped());
      await reading;
    }
    const problem = await reading;
    return { kept, problem: problem instanceof ReceiverStopped ? null : problem };
  }

  /** Resolves to what went wrong. */
  async #readInto(chunks: BodyChunks): Promise<Error | null> {
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
