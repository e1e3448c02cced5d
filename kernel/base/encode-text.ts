const encoder = new TextEncoder();

/**
 * Encodes a text as UTF-8 in separate memory. For cached texts: the bytes of a short `Buffer.from(text)` are a slice of
 * a pool, and 64 KiB of the pool stay allocated until the slice is freed.
 */
export const encodeText = (text: string): Uint8Array => encoder.encode(text);
