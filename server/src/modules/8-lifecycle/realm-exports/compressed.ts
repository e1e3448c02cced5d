import { Readable } from "node:stream";
import { createGzip } from "node:zlib";

/** How long a piece is, in bytes. */
const PIECE = 1_048_576;

/** Texts, one after the other, as a compressed file in pieces. What making the texts throws, it throws. */
export async function* compressed(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const gzip = createGzip();
  const source = Readable.from(texts);
  source.once("error", (error) => gzip.destroy(error));
  source.pipe(gzip);
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of gzip as AsyncIterable<Buffer>) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < PIECE) continue;
    yield Buffer.concat(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(waiting);
}
