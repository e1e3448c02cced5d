import { asBuffer } from "../base/encode-text.ts";
import type { BodyPiece } from "./compress-json.ts";
import type { JsonChunk } from "./json-response.ts";
import { SecretJson, SharedJson } from "../base/marked-json.ts";
import { MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";

const isMarked = (chunk: JsonChunk): chunk is SecretJson | SharedJson =>
  chunk instanceof SecretJson || chunk instanceof SharedJson;

const lengthOf = (chunk: JsonChunk): number => (isMarked(chunk) ? chunk.text.length : chunk.length);

/**
 * Encodes chunks of JSON as UTF-8. Strings are joined before they are encoded, which is much faster than encoding each
 * of them.
 */
function toBuffer(pieces: readonly JsonChunk[]): Buffer {
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
      encoded.push(isMarked(piece) ? piece.text : piece);
    }
  }
  encode();
  return Buffer.concat(encoded);
}

/** Collects chunks of JSON until there is enough to send. */
export class JsonBuffer {
  #pieces: JsonChunk[] = [];
  #length = 0;

  /** Number of collected bytes, or fewer, because strings are not measured exactly. */
  get length(): number {
    return this.#length;
  }

  get hasSecrets(): boolean {
    return this.#pieces.some((piece) => piece instanceof SecretJson);
  }

  add(piece: JsonChunk): void {
    this.#pieces.push(piece);
    this.#length += lengthOf(piece);
  }

  /**
   * Removes and returns the collected chunks. Marked ones are returned as they are. Of the others, small chunks are
   * joined, and large ones are returned separately to avoid copying them.
   */
  flush(): BodyPiece[] {
    const chunks: BodyPiece[] = [];
    let small: JsonChunk[] = [];
    const addSmall = () => {
      if (small.length > 0) chunks.push(toBuffer(small));
      small = [];
    };
    for (const piece of this.#pieces) {
      if (isMarked(piece)) {
        addSmall();
        chunks.push(piece);
      } else if (typeof piece === "string" || piece.length < MAX_SMALL_RESPONSE_BYTES) small.push(piece);
      else {
        addSmall();
        chunks.push(asBuffer(piece));
      }
    }
    addSmall();
    this.#pieces = [];
    this.#length = 0;
    return chunks;
  }

  /** All collected chunks joined: as a string if all chunks are strings, otherwise as UTF-8. */
  get contents(): string | Buffer {
    const pieces = this.#pieces;
    return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : toBuffer(pieces);
  }
}
