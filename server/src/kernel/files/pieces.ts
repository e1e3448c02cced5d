/** The same bytes in pieces of one size; the last one may be smaller. No more than one piece is held. */
export async function* pieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let piece = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + size - filled);
      piece = withRoom(piece, filled + part.length, size);
      piece.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled === size) {
        yield piece;
        // Who got it is done with it when the next one is asked for.
        filled = 0;
      }
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Small files take no more than they need. */
function withRoom(piece: Uint8Array<ArrayBuffer>, needed: number, most: number): Uint8Array<ArrayBuffer> {
  if (needed <= piece.length) return piece;
  const larger = new Uint8Array(Math.min(most, Math.max(needed, 2 * piece.length)));
  larger.set(piece);
  return larger;
}
