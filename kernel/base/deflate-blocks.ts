import { constants, crc32, deflateRaw } from "node:zlib";

/** Size of the buffers for compressed data. Nearly all results fit into one. */
const OUTPUT_BUFFER_BYTES = 64 * 1024;
const MAX_STORED_BLOCK_BYTES = 0xffff;

/** The beginning of a gzip file: deflate, without a name and a time, of an unknown operating system. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block. It is empty. */
export const FINAL_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Compresses data on one of Node's threads. Returns deflate blocks that do not refer to data of other blocks, and that
 * can be followed by others.
 */
export function deflateBlocks(data: Uint8Array, level: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { level, chunkSize: OUTPUT_BUFFER_BYTES, finishFlush: constants.Z_FULL_FLUSH };
  deflateRaw(data, options, (error, blocks) => (error ? reject(error) : resolve(blocks)));
  return promise;
}

/** Returns deflate blocks with the data as it is. */
export function storedBlocks(data: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < data.length; from += MAX_STORED_BLOCK_BYTES) {
    const part = data.subarray(from, from + MAX_STORED_BLOCK_BYTES);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(part.length, 1);
    header.writeUInt16LE(0xffff - part.length, 3);
    blocks.push(header, part);
  }
  return blocks;
}

/** The checksum and the length of uncompressed data, as a gzip file ends with them. */
export class GzipTrailer {
  #checksum = 0;
  #length = 0;

  add(data: Uint8Array): void {
    this.#checksum = crc32(data, this.#checksum);
    this.#length += data.length;
  }

  get bytes(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#checksum, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    return trailer;
  }
}
