import { createHash, type Hash } from "node:crypto";

const NEWLINE = 0x0a;

/** Counts and digests what passes. */
export class Checksum {
  readonly #hash: Hash = createHash("sha256");
  bytes = 0;
  /** Lines, which in COPY's text format are rows. */
  rows = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.rows += 1;
  }

  /** Call this once, at the end. */
  result(): { bytes: number; rows: number; sha256: string } {
    return { bytes: this.bytes, rows: this.rows, sha256: this.#hash.digest("hex") };
  }
}

/** The checksum of a text. */
export function computeChecksum(text: string): { bytes: number; sha256: string } {
  const checksum = new Checksum();
  checksum.add(Buffer.from(text));
  const { bytes, sha256 } = checksum.result();
  return { bytes, sha256 };
}
