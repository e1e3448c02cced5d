/** The answer of another server has more bytes than are taken of it. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * Reads the body of another server's answer. The rest of one that is too large is not fetched.
 * @throws ResponseTooLarge, and errors of the network, among them what aborts the request
 */
export async function readResponseBody(answer: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new ResponseTooLarge("the response is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
