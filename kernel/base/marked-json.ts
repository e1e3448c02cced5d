import { asBuffer, encodeText } from "./encode-text.ts";
import { deflateBlocks } from "./deflate-blocks.ts";

/** Higher than the level of other responses, because the result is used for many. */
const SHARED_LEVEL = 6;

/**
 * JSON with secrets. It is never compressed: the length of compressed data depends on how similar its contents are, so
 * an attacker who can add text to a response could find out its secrets from the response's length.
 */
export class SecretJson {
  /** The JSON, encoded as UTF-8. */
  readonly text: Buffer;

  constructor(json: string) {
    this.text = asBuffer(encodeText(json));
  }
}

/**
 * JSON that many responses contain: a whole value, or whole items of a list, without names that stock clients read
 * differently. It is compressed once, when a client that accepts compressed responses receives it for the first time.
 */
export class SharedJson {
  /** The JSON, encoded as UTF-8. */
  readonly text: Buffer;
  #deflated: Promise<Buffer> | undefined;
  #deflatedBytes = 0;

  /** @param json if it is encoded, in memory of its own */
  constructor(json: string | Uint8Array) {
    this.text = asBuffer(typeof json === "string" ? encodeText(json) : json);
  }

  /** Memory usage of the JSON and of its compressed form, in bytes. */
  get bytes(): number {
    return this.text.length + this.#deflatedBytes;
  }

  /** The JSON as deflate blocks. */
  get deflated(): Promise<Buffer> {
    return (this.#deflated ??= this.#deflate());
  }

  async #deflate(): Promise<Buffer> {
    // A copy, because the compressed data is in the middle of a larger buffer.
    const deflated = asBuffer(new Uint8Array(await deflateBlocks(this.text, SHARED_LEVEL)));
    this.#deflatedBytes = deflated.length;
    return deflated;
  }
}
