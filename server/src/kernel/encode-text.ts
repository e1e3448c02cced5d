const encoder = new TextEncoder();

/**
 * Returns a text as UTF-8, in memory of its own. For what is cached: a short `Buffer.from(text)` is a part of a pool, of which it
 * keeps 64 KiB allocated.
 */
export const encodeText = (text: string): Uint8Array => encoder.encode(text);
