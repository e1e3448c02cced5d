import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";

/** Little is gained by more effort, and much time lost. */
const COMPRESSION_LEVEL = 4;
const CHUNK_BYTES = 256 * 1024;

/** Writes a compressed tar archive, entry after entry. Whoever writes waits for the output, so nothing piles up. */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #mtime: Date;

  /** `output` takes all bytes, and resolves when they are where they belong. */
  constructor(output: (bytes: AsyncIterable<Uint8Array>) => Promise<void>, mtime: Date) {
    this.#mtime = mtime;
    const gzip = createGzip({ level: COMPRESSION_LEVEL, chunkSize: CHUNK_BYTES });
    this.#written = pipeline(Readable.fromWeb(this.#packer.readable as never), gzip, output);
    // Whoever writes on hears of it.
    this.#written.catch(() => undefined);
  }

  /** Adds an entry of exactly `size` bytes. */
  async add(name: string, size: number, data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    try {
      const entry = this.#packer.controller.add({ name, size, mode: 0o600, mtime: this.#mtime }).getWriter();
      for await (const chunk of data) await entry.write(chunk);
      await entry.close();
    } catch (error) {
      await this.abandon(error);
    }
  }

  /** Ends the archive, and waits until the output has all of it. */
  async finish(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
  }

  /** Gives up. Throws what went wrong with the output, where that was the cause of it all, or else `reason`. */
  async abandon(reason: unknown): Promise<never> {
    this.#packer.controller.error(reason);
    await this.#written;
    throw reason;
  }
}
