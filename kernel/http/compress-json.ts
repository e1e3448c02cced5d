import { gzipSync } from "node:zlib";
import { deflateBlocks, FINAL_BLOCK, GZIP_HEADER, GzipTrailer, storedBlocks } from "../base/deflate-blocks.ts";
import { SecretJson, SharedJson } from "../base/marked-json.ts";
import { MAX_SMALL_RESPONSE_BYTES } from "./response-backlog.ts";

/** A part of a body: bytes that are compressed with those next to them, or JSON that is not. */
export type BodyPiece = Buffer | SecretJson | SharedJson;

/** Compression level of bytes that are sent only once. Level 6 takes twice as long, and saves five percent. */
const LEVEL = 4;

/** Size up to which a body is compressed immediately, in bytes. That takes less than a millisecond. */
export const MAX_SMALL_GZIP_BYTES = 16 * 1024;

/** Bytes that are compressed at a time. The next ones are compressed only if the client is still connected. */
const RUN_BYTES = 256 * 1024;
/** Bytes between other pieces are not compressed if they are fewer, because that takes longer than it is worth. */
const MIN_RUN_BYTES = 256;
/** Shorter shared JSON is compressed together with what is next to it, because both get smaller then. */
const MIN_SHARED_BYTES = 4096;

export const bytesOf = (piece: BodyPiece): Buffer => (Buffer.isBuffer(piece) ? piece : piece.text);

/** Compresses a small body without secrets. */
export const gzipSmall = (body: string | Uint8Array): Buffer => gzipSync(body, { level: LEVEL });

/**
 * Compresses a body on Node's threads. Returns a gzip file in chunks: secrets as they are, shared JSON in the form that
 * is compressed once, and the rest compressed. No block of the file refers to data of another piece. The file is a
 * single member, because some clients ignore or reject further ones.
 * @param assertConnected throws if the client does not wait for the response anymore
 */
export async function gzipPieces(pieces: readonly BodyPiece[], assertConnected: () => void): Promise<Buffer[]> {
  const trailer = new GzipTrailer();
  const chunks: Buffer[] = [GZIP_HEADER];
  for (const run of runsOf(pieces)) {
    assertConnected();
    if (run instanceof SharedJson) chunks.push(await run.deflated);
    else if (run instanceof SecretJson || run.length < MIN_RUN_BYTES) chunks.push(...storedBlocks(bytesOf(run)));
    else chunks.push(await deflateBlocks(run, LEVEL));
    trailer.add(bytesOf(run));
  }
  return joinSmall([...chunks, FINAL_BLOCK, trailer.bytes]);
}

/** Joins small chunks, because each chunk is sent separately. */
function joinSmall(chunks: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  let small: Buffer[] = [];
  let length = 0;
  for (const chunk of chunks) {
    if (small.length > 0 && length + chunk.length > MAX_SMALL_RESPONSE_BYTES) {
      joined.push(Buffer.concat(small));
      [small, length] = [[], 0];
    }
    small.push(chunk);
    length += chunk.length;
  }
  return [...joined, Buffer.concat(small)];
}

/** Joins successive bytes. */
function* runsOf(pieces: readonly BodyPiece[]): Generator<BodyPiece> {
  let run: Buffer[] = [];
  let length = 0;
  for (const one of pieces) {
    const piece = one instanceof SharedJson && one.text.length < MIN_SHARED_BYTES ? one.text : one;
    const isBytes = Buffer.isBuffer(piece);
    if (run.length > 0 && (!isBytes || length >= RUN_BYTES)) {
      yield Buffer.concat(run);
      [run, length] = [[], 0];
    }
    if (!isBytes) yield piece;
    else {
      run.push(piece);
      length += piece.length;
    }
  }
  if (run.length > 0) yield Buffer.concat(run);
}
