/** Thrown if the response of another server exceeds the size limit. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * Reads the body of another server's response. If it is too large, the rest is not fetched.
 * @throws ResponseTooLarge, and network errors, including the abort of the request
 */
export async function readResponseBody(answer: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Throwing within the loop cancels the rest of the body.
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new ResponseTooLarge("the response is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
