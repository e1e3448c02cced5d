/** Creates a random idempotency key of 128 bits. On pages served over plain HTTP, browsers have no `randomUUID`. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
