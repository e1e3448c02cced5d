import type { JsonPiece } from "./json-response.ts";
import { SMALL_BYTES } from "./response-backlog.ts";

/** Pieces of JSON as UTF-8. Texts are joined before they are encoded, which is much less work than one by one. */
function bytesOf(pieces: readonly JsonPiece[]): Buffer {
  if (pieces.every((piece) => typeof piece === "string")) return Buffer.from(pieces.join(""));
  const encoded: Uint8Array[] = [];
  let texts: string[] = [];
  const encode = () => {
    if (texts.length > 0) encoded.push(Buffer.from(texts.join("")));
    texts = [];
  };
  for (const piece of pieces) {
    if (typeof piece === "string") texts.push(piece);
    else {
      encode();
      encoded.push(piece);
    }
  }
  encode();
  return Buffer.concat(encoded);
}

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
