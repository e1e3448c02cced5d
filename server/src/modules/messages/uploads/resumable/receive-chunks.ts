import { CommitOutcomeUnknown } from "@parlance/kernel/db/outage.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import { withGarbageCollection } from "@parlance/kernel/files/buffer-garbage-collection.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { StreamedBody } from "@parlance/kernel/http/streamed-body.ts";
import { newPathPrefix, storageKey } from "#modules/messages/attachments/attachment-paths.ts";
import { releaseUnusedSpace, reserveWholeUpload } from "../actions/reserve-upload-space.ts";
import { finishResumableUpload } from "../actions/finish-resumable-upload.ts";
import { recordChunk } from "../actions/record-chunk.ts";
import { OffsetMismatch, ChecksumMismatch } from "../errors.ts";
import { storeFile } from "../store-uploaded-file.ts";
import { type Checksum, fileNameIn } from "./resumable-headers.ts";
import { loadChunkKeys, type ResumableUpload } from "./resumable-uploads.ts";
import { quotaBytes, type UploadSettings } from "../settings.ts";

/** Prefix of received chunks in the file store. */
export const CHUNK_PREFIX = "pieces/";

/**
 * Number of bytes after which the chunk received so far is recorded. If the connection breaks later, these bytes need
 * not be sent again.
 */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Size of the buffer between the network and the file store, in bytes. */
const BUFFER_BYTES = 128 * 1024;

/** Context for receiving the bytes of an upload. */
export interface UploadContext {
  readonly files: FileStore;
  readonly db: Database;
  readonly settings: UploadSettings;
  readonly now: Date;
}

/** Progress of an upload. */
export interface UploadProgress {
  readonly received: number;
  /** Path id of the file. `null` if it is not complete. */
  readonly pathId: string | null;
}

/**
 * Receives the bytes that a request sends for an upload, chunk by chunk. Each chunk is recorded once it is durable, and
 * stays valid even if the request fails later. Concurrent requests cannot corrupt an upload: if two of them send a
 * chunk for the same offset, the second chunk is discarded. During the request, the space for the whole upload is
 * reserved.
 * @throws QuotaExceeded before any bytes are read
 * @throws OffsetMismatch, ChecksumMismatch, errors of the body
 */
export async function receiveChunks(
  context: UploadContext,
  upload: ResumableUpload,
  body: StreamedBody,
  checksum: Checksum | null,
): Promise<UploadProgress> {
  const { db, settings, now } = context;
  await db.write((tx) => reserveWholeUpload(tx, upload, quotaBytes(settings), now));
  let isWhole = false;
  try {
    const progress = await receiveReserved(context, upload, body, checksum);
    isWhole = progress.pathId !== null;
    return progress;
  } finally {
    // If the space cannot be released now, a job does so later.
    if (!isWhole) await db.write((tx) => releaseUnusedSpace(tx, upload)).catch(() => undefined);
  }
}

async function receiveReserved(
  context: UploadContext,
  upload: ResumableUpload,
  body: StreamedBody,
  checksum: Checksum | null,
): Promise<UploadProgress> {
  const limits = {
    maxBytes: upload.size - upload.received,
    maxBufferedBytes: context.files.bytesPerPut + BUFFER_BYTES,
  };
  const { result, error } = await body.receive(limits, (content) => storeChunks(context, upload, content, checksum));
  if (error && result.pathId === null) throw error;
  return result;
}

async function storeChunks(
  context: UploadContext,
  upload: ResumableUpload,
  content: AsyncIterator<Buffer>,
  checksum: Checksum | null,
): Promise<UploadProgress> {
  let progress: UploadProgress = { received: upload.received, pathId: null };
  while (progress.pathId === null) {
    const next = await content.next();
    if (next.done) break;
    const { received } = progress;
    const left = upload.size - received;
    progress = await storeChunk(
      context,
      upload,
      received,
      readChunk(next.value, content, { left, checksum }),
      checksum,
    );
  }
  return progress;
}

/**
 * Yields the bytes of the next chunk: at least `CHUNK_BYTES` (fewer if the body ends earlier), or the whole body if it
 * has a checksum. `left` is the number of bytes that the upload still needs; the chunk ends when they have been
 * received, without waiting for the end of the request.
 */
async function* readChunk(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  { left, checksum }: { readonly left: number; readonly checksum: Checksum | null },
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await rest.next()) {
    checksum?.hash.update(next.value);
    bytes += next.value.length;
    yield next.value;
    if (bytes >= left || (bytes >= CHUNK_BYTES && !checksum)) return;
  }
}

async function storeChunk(
  context: UploadContext,
  upload: ResumableUpload,
  start: number,
  content: AsyncIterable<Buffer>,
  checksum: Checksum | null,
): Promise<UploadProgress> {
  const { files, db, settings, now } = context;
  const quota = quotaBytes(settings);
  const name = newChunkKey(upload.realm_id);
  const end = start + (await files.put(name, withGarbageCollection(content)));
  try {
    if (checksum && !checksum.hash.digest().equals(checksum.expected)) throw new ChecksumMismatch();
    if (end === upload.size) {
      const pathId = await finishUpload(context, upload, start, [...(await loadChunkKeys(db.reader, upload.id)), name]);
      return { received: end, pathId };
    }
    const isNoted = await db.write((tx) => recordChunk(tx, { upload, start, end, storedName: name, quota, now }));
    if (!isNoted) throw new OffsetMismatch();
    return { received: end, pathId: null };
  } catch (error) {
    await discardFile(files, name, error);
    throw error;
  }
}

const newChunkKey = (realmId: number): string => CHUNK_PREFIX + newPathPrefix(realmId);

/** Combines the chunks of an upload into one file. Returns the file's path id. */
export async function finishUpload(
  { files, db, settings, now }: UploadContext,
  upload: ResumableUpload,
  received: number,
  pieces: readonly string[],
): Promise<string> {
  const place = newPathPrefix(upload.realm_id);
  try {
    const stored = await storeFile(
      files,
      place,
      fileNameIn(upload.metadata),
      withGarbageCollection(concatenateChunks(files, pieces)),
    );
    // The size differs if another request has changed the chunks in the meantime.
    if (stored.size !== upload.size) throw new OffsetMismatch();
    const finished = { upload, received, stored, pieces, quota: quotaBytes(settings), now };
    await db.write((tx) => finishResumableUpload(tx, finished));
    return stored.pathId;
  } catch (error) {
    await discardFile(files, storageKey(place), error);
    throw error;
  }
}

async function* concatenateChunks(files: FileStore, names: readonly string[]): AsyncGenerator<Buffer, void> {
  for (const name of names) {
    const stored = await files.get(name);
    if (!stored) throw new OffsetMismatch();
    yield* stored as AsyncIterable<Buffer>;
  }
}

/**
 * Deletes a stored file that was not recorded in the database. If it is unknown whether the transaction was committed,
 * the file is left to the job that deletes orphaned files.
 */
async function discardFile(files: FileStore, name: string, reason: unknown): Promise<void> {
  if (!(reason instanceof CommitOutcomeUnknown)) await files.delete([name]);
}
