import { sql } from "kysely";
import { z } from "zod";
import type { Database, Reader, Tx } from "@parlance/kernel/db/types.ts";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import { REQUEST_TIMEOUT_MS } from "@parlance/kernel/http/limits.ts";
import { ImageTooLarge, NotAnImage } from "@parlance/kernel/images/errors.ts";
import { type Thumbnails, createThumbnails } from "@parlance/kernel/images/thumbnails.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { requestThumbnails } from "#modules/messages/attachments/actions/request-thumbnails.ts";
import { storeThumbnails } from "#modules/messages/attachments/actions/store-thumbnails.ts";
import { storageKey } from "#modules/messages/attachments/attachment-paths.ts";
import {
  makeThumbnailsJobKind,
  ANIMATED_THUMBNAIL,
  STILL_THUMBNAIL,
  thumbnailStorageKey,
} from "#modules/messages/attachments/thumbnails.ts";
import { showThumbnailsJobKind } from "#modules/messages/render/thumbnail-display-request.ts";
import { rerenderMessage } from "../link-previews/rerender-message.ts";
import { deleteResumableUploads } from "./actions/delete-resumable-uploads.ts";
import { CHUNK_PREFIX } from "./resumable/receive-chunks.ts";
import { expiryFrom, findOrphanedChunks, type ResumableUpload } from "./resumable/resumable-uploads.ts";
import { releaseUnusedSpace } from "./actions/reserve-upload-space.ts";

/** Maximum number of reservations released per transaction. */
const RELEASE_BATCH_SIZE = 100;

/**
 * Releases the space that is reserved for uploads although no request is transferring their bytes any more. This
 * happens if the server was killed or could not reach the database. Returns the number of uploads.
 */
async function releaseIdleReservations(tx: Tx, expiringBefore: Date): Promise<number> {
  const { rows } = await sql<Pick<ResumableUpload, "id" | "realm_id">>`
    select id, realm_id from resumable_upload
    where path_id is null and coalesce(charged, size) > received and expires_at <= ${expiringBefore}::timestamptz
    order by realm_id, id limit ${RELEASE_BATCH_SIZE} for update`.execute(tx);
  for (const upload of rows) await releaseUnusedSpace(tx, upload);
  return rows.length;
}

/** Larger pictures get no thumbnails, because the whole file is in memory while thumbnails are made. */
const MAX_THUMBNAIL_SOURCE_BYTES = 32 * 2 ** 20;

/** Time after which a thumbnail job is regarded as failed. It is long enough for the job's retries. */
const THUMBNAIL_TIMEOUT_MS = 3_600_000;

/** Maximum number of messages loaded by one query. */
const LINKING_MESSAGES_PER_PAGE = 100;

interface Picture {
  readonly id: number;
  readonly owner_id: number;
  readonly path_id: string;
  readonly size: number;
  readonly is_decided: boolean;
}

/**
 * Job that makes the thumbnails of a picture. It first stores the thumbnails, then records them in the database, and
 * then renders the messages again that link to the picture. A message that is being sent at this time may not be found;
 * it has its own job for displaying the thumbnails.
 */
export const createMakeThumbnailsJob = (files: FileStore, site: Site): JobDeclaration => ({
  ...makeThumbnailsJobKind,
  async run(ctx, payload) {
    const picture = await loadPicture(ctx.db, makeThumbnailsJobKind.payload.parse(payload).attachment_id);
    if (!picture) return;
    if (!picture.is_decided) await makeAndStoreThumbnails(ctx.db, files, picture);
    for (let after = 0; ;) {
      const linking = await loadLinkingMessages(ctx.db.reader, picture.id, after);
      for (const message of linking) await rerenderMessage(ctx, site, message);
      if (linking.length < LINKING_MESSAGES_PER_PAGE) return;
      ctx.signal.throwIfAborted();
      after = linking.at(-1) ?? 0;
    }
  },
});

/**
 * Job that enqueues thumbnail jobs again that have failed, for example because the file store was unavailable for
 * hours. It also enqueues jobs for pictures that were uploaded before the server could make thumbnails.
 */
export const makeMissingThumbnailsJob: JobDeclaration = {
  name: "make-missing-thumbnails",
  payload: z.object({}),
  schedule: "8 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - THUMBNAIL_TIMEOUT_MS);
    await db.write((tx) => requestThumbnails(tx, before));
  },
};

export const createShowThumbnailsJob = (site: Site): JobDeclaration => ({
  ...showThumbnailsJobKind,
  run: (ctx, payload) => rerenderMessage(ctx, site, showThumbnailsJobKind.payload.parse(payload).message_id),
});

async function loadPicture({ reader }: Database, id: number): Promise<Picture | undefined> {
  const { rows } = await sql<Picture>`
    select id, owner_id, path_id, size::float8 as size, is_decided
    from attachment join attachment_picture on attachment_id = id where id = ${id}`.execute(reader);
  return rows[0];
}

async function makeAndStoreThumbnails(
  db: Database,
  files: FileStore,
  { id, owner_id, path_id, size }: Picture,
): Promise<void> {
  const made =
    size > MAX_THUMBNAIL_SOURCE_BYTES
      ? null
      : await createThumbnails(owner_id, contentOf(files, path_id)).catch(nullIfNotAnImage);
  if (made) await storeThumbnailFiles(files, path_id, made);
  if (await db.write((tx) => storeThumbnails(tx, id, made))) return;
  await files.delete([STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => thumbnailStorageKey(path_id, name)));
}

/** Yields the content of a file, or nothing if the file has been removed. */
async function* contentOf(files: FileStore, pathId: string): AsyncGenerator<Uint8Array> {
  yield* (await files.get(storageKey(pathId))) ?? [];
}

function nullIfNotAnImage(error: unknown): null {
  if (error instanceof NotAnImage || error instanceof ImageTooLarge) return null;
  throw error;
}

async function storeThumbnailFiles(files: FileStore, pathId: string, { still, animated }: Thumbnails): Promise<void> {
  await putBytes(files, thumbnailStorageKey(pathId, STILL_THUMBNAIL), still);
  if (animated) await putBytes(files, thumbnailStorageKey(pathId, ANIMATED_THUMBNAIL), animated);
}

async function loadLinkingMessages(db: Reader, attachmentId: number, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message_id::float8 as id from attachment_message
    where attachment_id = ${attachmentId} and message_id > ${after}
    order by message_id limit ${LINKING_MESSAGES_PER_PAGE}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Job that deletes unfinished uploads, and the records of finished ones, a day after their last request, and releases
 * space reserved for requests that have ended.
 */
export const deleteAbandonedUploads: JobDeclaration = {
  name: "forget-abandoned-uploads",
  payload: z.object({}),
  schedule: "41 * * * *",
  async run({ db, clock, signal }) {
    const now = clock.now();
    const untilNone = async (act: (tx: Tx) => Promise<number>) => {
      while (!signal.aborted && (await db.write(act)) > 0);
    };
    await untilNone((tx) => deleteResumableUploads(tx, { expiredBefore: now }));
    const requestsBegan = new Date(now.getTime() - REQUEST_TIMEOUT_MS);
    await untilNone((tx) => releaseIdleReservations(tx, expiryFrom(requestsBegan)));
  },
};

/**
 * Job that deletes chunks that are in the file store but not recorded in the database, because the server was killed in
 * between.
 */
export const deleteOrphanedChunks = (files: FileStore): JobDeclaration => ({
  name: "sweep-pieces",
  payload: z.object({}),
  schedule: "47 4 * * 0",
  run: ({ db, clock, signal }) =>
    deleteOrphanedFiles({ files, prefix: CHUNK_PREFIX, clock, signal }, (names) =>
      findOrphanedChunks(db.reader, names),
    ),
});
