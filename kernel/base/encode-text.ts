const encoder = new TextEncoder();

/**
 * Encodes a text as UTF-8, in memory of its own. For cached texts: `Buffer.from(text)` puts short texts into a shared
 * pool, and 64 KiB of the pool stay allocated until every text in it is freed.
 */
export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** Returns a buffer with the same memory. */
export const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
