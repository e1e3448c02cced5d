import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { BackupError } from "./backup-format.ts";

const CHUNK_BYTES = 256 * 1024;

interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly data: AsyncIterable<Uint8Array>;
}

export interface ReadOptions {
  /** Called with the number of bytes of the file read so far. */
  readonly onRead: (bytes: number) => void;
  /** Called with the number of bytes unpacked so far. If the callback throws, the reading stops. */
  readonly onUnpacked?: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the entries of a compressed tar archive, in order. The data of each entry must be read to its end before the
 * next entry is requested.
 * @throws BackupError if the file is truncated, is not a compressed tar archive, or has entries other than files
 */
export async function* readArchiveEntries(
  path: string,
  { onRead, onUnpacked, signal }: ReadOptions,
): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(signal && { signal }) });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on("data", () => onRead(file.bytesRead));
  file.on("error", (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  const unpacked = onUnpacked ? Readable.from(countBytes(gunzip, onUnpacked), { objectMode: false }) : gunzip;
  const tar = Readable.toWeb(unpacked).pipeThrough(createTarDecoder({ strict: true }) as never);
  try {
    for await (const { header, body } of tar as ReadableStream<DecodedEntry>) {
      // Backups contain only files. An entry of another type, such as a link, would be read as an empty file.
      if (header.type !== "file") throw new BackupError(`the backup is damaged: ${header.name} is not a file`);
      yield { name: header.name, size: header.size, data: withArchiveErrors(body) };
    }
  } catch (error) {
    throw toBackupError(error);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

async function* countBytes(chunks: AsyncIterable<Uint8Array>, onUnpacked: (bytes: number) => void) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onUnpacked(bytes);
    yield chunk;
  }
}

interface DecodedEntry {
  readonly header: { readonly name: string; readonly size: number; readonly type: string };
  readonly body: ReadableStream<Uint8Array>;
}

async function* withArchiveErrors(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toBackupError(error);
  }
}

/**
 * Converts errors that show a damaged archive to `BackupError`. All other errors, such as those of the file system, are
 * returned unchanged.
 */
function toBackupError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  const isBroken = code.startsWith("Z_") || /tar|checksum|header|archive/i.test(error.message);
  return isBroken ? new BackupError("the backup is damaged or incomplete", { cause: error }) : error;
}
