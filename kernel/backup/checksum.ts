import { createHash, type Hash } from "node:crypto";

const NEWLINE = 0x0a;

/** Computes the size, the number of lines and the SHA-256 digest of the chunks added to it. */
export class Checksum {
  readonly #hash: Hash = createHash("sha256");
  bytes = 0;
  /** Number of lines, which are rows in COPY's text format. */
  rows = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.rows += 1;
  }

  /** Returns the result. May be called only once, at the end. */
  result(): { bytes: number; rows: number; sha256: string } {
    return { bytes: this.bytes, rows: this.rows, sha256: this.#hash.digest("hex") };
  }
}

/** Returns the size and checksum of a text. */
export function computeChecksum(text: string): { bytes: number; sha256: string } {
  const checksum = new Checksum();
  checksum.add(Buffer.from(text));
  const { bytes, sha256 } = checksum.result();
  return { bytes, sha256 };
}
