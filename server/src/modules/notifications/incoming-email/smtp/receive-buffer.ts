const INITIAL_BYTES = 64 * 1024;

/**
 * Collects bytes from chunks of any size. The memory that it uses is at most twice the number of bytes, or 64 KiB, even
 * if the chunks are very small.
 */
export class ReceiveBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length, INITIAL_BYTES));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
