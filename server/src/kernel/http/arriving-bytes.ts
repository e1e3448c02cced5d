import { PassThrough } from "node:stream";
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
   * memory. Where the sender breaks off, or sends too slowly, `keep` gets what came until then.
   * @throws BodyTooLarge where more is announced, ServerBusy, and what `keep` throws
   */
  async receive<T>(
    { most, held }: { readonly most: number; readonly held: number },
    keep: (content: AsyncIterator<Buffer>) => Promise<T>,
  ): Promise<Arrived<T>> {
    this.#body?.limit(most);
    this.#body?.passOn(held);
    const passing = new PassThrough();
    // Whoever takes the bytes is told, too.
    passing.on("error", () => undefined);
    const reading = this.#readInto(passing);
    try {
      const kept = await keep(passing[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
      return { kept, problem: await reading };
    } catch (error) {
      passing.destroy(error as Error);
      await reading;
      throw error;
    }
  }

  /** Resolves to what went wrong. */
  async #readInto(passing: PassThrough): Promise<Error | null> {
    try {
      await this.#body?.read((chunk) => written(passing, chunk));
      return null;
    } catch (error) {
      return error as Error;
    } finally {
      passing.end();
    }
  }
}

const written = (passing: PassThrough, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    if (passing.destroyed) reject(new Error("nobody takes the bytes any more"));
    else passing.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
