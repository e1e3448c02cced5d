import type { JsonPiece } from "./json-answer.ts";
import { SMALL_BYTES } from "./outbox.ts";

/** Pieces of JSON as UTF-8. */
function bytesOf(pieces: readonly JsonPiece[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") end += bytes.write(piece, end);
    else {
      bytes.set(piece, end);
      end += piece.length;
    }
  }
  return bytes;
}

const lengthOf = (piece: JsonPiece): number => (typeof piece === "string" ? Buffer.byteLength(piece) : piece.length);

/** Gathers pieces of JSON until they are worth sending. */
export class Gathered {
  #pieces: JsonPiece[] = [];
  #length = 0;

  /** At least so many bytes. */
  get length(): number {
    return this.#length;
  }

  add(piece: JsonPiece): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Lets go of them, as UTF-8: joined, but for what is large in itself, which is not copied. */
  take(): Buffer[] {
    const taken: Buffer[] = [];
    let small: JsonPiece[] = [];
    for (const piece of this.#pieces) {
      if (typeof piece === "string" || piece.length < SMALL_BYTES) small.push(piece);
      else {
        taken.push(bytesOf(small), Buffer.from(piece.buffer, piece.byteOffset, piece.length));
        small = [];
      }
    }
    taken.push(bytesOf(small));
    this.#pieces = [];
    this.#length = 0;
    return taken.filter(({ length }) => length > 0);
  }

  /** All of them as one: as text where all of them are, else as UTF-8. */
  get whole(): string | Buffer {
    const pieces = this.#pieces;
    return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : bytesOf(pieces);
  }
}
