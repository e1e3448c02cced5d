import { OutcomeUnknown } from "#kernel/db/outage.ts";
import type { Database } from "#kernel/db/types.ts";
import { collectingSpent } from "#kernel/files/buffer-garbage-collection.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import type { ArrivingBytes } from "#kernel/http/streamed-body.ts";
import { newPlace, storedName } from "#modules/messages/attachments/attachment-paths.ts";
import { releaseRoom, reserveRoom } from "../actions/reserve-upload-space.ts";
import { finishResumableUpload } from "../actions/finish-resumable-upload.ts";
import { savePiece } from "../actions/record-chunk.ts";
import { AnotherOffset, ChecksumMismatch } from "../errors.ts";
import { keepFile } from "../store-uploaded-file.ts";
import { type Checksum, nameIn } from "./resumable-headers.ts";
import { piecesOf, type ResumableUpload } from "./resumable-uploads.ts";
import { quotaBytes, type UploadSettings } from "../settings.ts";

/** Where what has come in of uploads is kept in the store. */
export const PIECES = "pieces/";

/** After so many bytes what has come in is noted, so that it is not lost with what follows. */
const PIECE_BYTES = 4 * 2 ** 20;

/** What is between the network and the store, in bytes. */
const PASSING_BYTES = 128 * 1024;

/** What it takes to keep what comes in. */
export interface Keeping {
  readonly files: FileStore;
  readonly db: Database;
  readonly settings: UploadSettings;
  readonly now: Date;
}

/** How far an upload has come. */
export interface Progress {
  readonly received: number;
  /** The address of the file; null: it is not whole. */
  readonly pathId: string | null;
}

/**
 * Takes in what a request brings of an upload, piece after piece: each is noted once it is lasting, and counts whatever becomes
 * of those after it. Two requests for one upload cannot spoil it: of two pieces for the same place, the one that comes second
 * is thrown away. Room for all of the upload is reserved meanwhile.
 * @throws QuotaExceeded before anything is read, AnotherOffset, ChecksumMismatch, what the body throws
 */
export async function receivePieces(
  keeping: Keeping,
  upload: ResumableUpload,
  body: ArrivingBytes,
  checksum: Checksum | null,
): Promise<Progress> {
  const { db, settings, now } = keeping;
  await db.write((tx) => reserveRoom(tx, upload, quotaBytes(settings), now));
  let isWhole = false;
  try {
    const progress = await receiveReserved(keeping, upload, body, checksum);
    isWhole = progress.pathId !== null;
    return progress;
  } finally {
    // Where it cannot be released now, a job does so later.
    if (!isWhole) await db.write((tx) => releaseRoom(tx, upload)).catch(() => undefined);
  }
}

async function receiveReserved(
  keeping: Keeping,
  upload: ResumableUpload,
  body: ArrivingBytes,
  checksum: Checksum | null,
): Promise<Progress> {
  const limits = { most: upload.size - upload.received, held: keeping.files.bytesPerPut + PASSING_BYTES };
  const { kept, problem } = await body.receive(limits, (content) => keepAll(keeping, upload, content, checksum));
  if (problem && kept.pathId === null) throw problem;
  return kept;
}

async function keepAll(
  keeping: Keeping,
  upload: ResumableUpload,
  content: AsyncIterator<Buffer>,
  checksum: Checksum | null,
): Promise<Progress> {
  let progress: Progress = { received: upload.received, pathId: null };
  while (progress.pathId === null) {
    const next = await content.next();
    if (next.done) break;
    const { received } = progress;
    const left = upload.size - received;
    progress = await keepPiece(keeping, upload, received, piece(next.value, content, { left, checksum }), checksum);
  }
  return progress;
}

/**
 * What comes next: so much of it as is noted at a time, or all of it where that has a checksum. The last bytes of the upload,
 * of which `left` are missing, are not kept waiting for the end of the request.
 */
async function* piece(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  { left, checksum }: { readonly left: number; readonly checksum: Checksum | null },
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await rest.next()) {
    checksum?.hash.update(next.value);
    bytes += next.value.length;
    yield next.value;
    if (bytes >= left || (bytes >= PIECE_BYTES && !checksum)) return;
  }
}

async function keepPiece(
  keeping: Keeping,
  upload: ResumableUpload,
  start: number,
  content: AsyncIterable<Buffer>,
  checksum: Checksum | null,
): Promise<Progress> {
  const { files, db, settings, now } = keeping;
  const quota = quotaBytes(settings);
  const name = storedPieceName(upload.realm_id);
  const end = start + (await files.put(name, collectingSpent(content)));
  try {
    if (checksum && !checksum.hash.digest().equals(checksum.expected)) throw new ChecksumMismatch();
    if (end === upload.size) {
      const pathId = await finish(keeping, upload, start, [...(await piecesOf(db.reader, upload.id)), name]);
      return { received: end, pathId };
    }
    const isNoted = await db.write((tx) => savePiece(tx, { upload, start, end, storedName: name, quota, now }));
    if (!isNoted) throw new AnotherOffset();
    return { received: end, pathId: null };
  } catch (error) {
    await discard(files, name, error);
    throw error;
  }
}

const storedPieceName = (realmId: number): string => PIECES + newPlace(realmId);

/** Makes one file of the pieces. Returns its address. */
export async function finish(
  { files, db, settings, now }: Keeping,
  upload: ResumableUpload,
  received: number,
  pieces: readonly string[],
): Promise<string> {
  const place = newPlace(upload.realm_id);
  try {
    const stored = await keepFile(files, place, nameIn(upload.metadata), collectingSpent(joined(files, pieces)));
    // Where somebody else was faster, the pieces are others by now.
    if (stored.size !== upload.size) throw new AnotherOffset();
    const finished = { upload, received, stored, pieces, quota: quotaBytes(settings), now };
    await db.write((tx) => finishResumableUpload(tx, finished));
    return stored.pathId;
  } catch (error) {
    await discard(files, storedName(place), error);
    throw error;
  }
}

async function* joined(files: FileStore, names: readonly string[]): AsyncGenerator<Buffer, void> {
  for (const name of names) {
    const stored = await files.get(name);
    if (!stored) throw new AnotherOffset();
    yield* stored as AsyncIterable<Buffer>;
  }
}

/** Deletes what is not noted after all. Where nobody knows whether it is, it is left to those who sweep. */
async function discard(files: FileStore, name: string, reason: unknown): Promise<void> {
  if (!(reason instanceof OutcomeUnknown)) await files.delete([name]);
}
