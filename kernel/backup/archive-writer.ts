import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";

/** Compression level of gzip. A higher level saves little space and takes much more time. */
const COMPRESSION_LEVEL = 4;
const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a compressed tar archive, one entry after the other. The writer waits until the output accepts the data, so no
 * data accumulates in memory.
 */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #mtime: Date;

  /** `output` is called with the bytes of the archive. Its promise resolves when all of them are stored. */
  constructor(output: (bytes: AsyncIterable<Uint8Array>) => Promise<void>, mtime: Date) {
    this.#mtime = mtime;
    const gzip = createGzip({ level: COMPRESSION_LEVEL, chunkSize: CHUNK_BYTES });
    this.#written = pipeline(Readable.fromWeb(this.#packer.readable as never), gzip, output);
    // The failure is reported by the next `add`, `finish` or `abandon`.
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

  /** Ends the archive, and waits until `output` has stored all of it. */
  async finish(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
  }

  /** Abandons the archive. If `output` has failed, throws its error, otherwise `reason`. */
  async abandon(reason: unknown): Promise<never> {
    this.#packer.controller.error(reason);
    await this.#written;
    throw reason;
  }
}
