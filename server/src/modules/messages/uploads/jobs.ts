import { sql } from "kysely";
import { z } from "zod";
import type { Database, Reader, Tx } from "#kernel/db/types.ts";
import { putBytes } from "#kernel/files/small-file.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { sweep } from "#kernel/files/delete-orphaned-files.ts";
import { REQUEST_TIMEOUT_MS } from "#kernel/http/limits.ts";
import { ImageTooLarge, NotAnImage } from "#kernel/images/errors.ts";
import { type Thumbnails, thumbnails } from "#kernel/images/thumbnails.ts";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { requestThumbnails } from "#modules/messages/attachments/actions/request-thumbnails.ts";
import { storeThumbnails } from "#modules/messages/attachments/actions/store-thumbnails.ts";
import { storedName } from "#modules/messages/attachments/attachment-paths.ts";
import { makeThumbnails, MOVING, STILL, storedThumbnail } from "#modules/messages/attachments/thumbnails.ts";
import { showPictures } from "#modules/messages/render/thumbnail-display-request.ts";
import { showAgain } from "../link-previews/rerender-message.ts";
import { releaseIdleRooms } from "./actions/release-idle-rooms.ts";
import { forgetResumableUploads } from "./actions/delete-resumable-uploads.ts";
import { PIECES } from "./resumable/receive-chunks.ts";
import { expiryFrom, piecesWithoutUpload } from "./resumable/resumable-uploads.ts";

/** Of larger files no thumbnails are made: they are held in memory meanwhile. */
const MOST_BYTES = 32 * 2 ** 20;

/** How long a thumbnail may take to be made, with all tries. */
const OVERDUE_AFTER_MS = 3_600_000;

/** Messages that are looked for together. */
const AT_ONCE = 100;

interface Picture {
  readonly id: number;
  readonly owner_id: number;
  readonly path_id: string;
  readonly size: number;
  readonly is_decided: boolean;
}

/**
 * Thumbnails are in the store before it is noted that they are, and messages are looked for after that. A message that was
 * written meanwhile without them has a job of its own.
 */
export const makeThumbnailsJob = (files: FileStore, site: Site): JobDeclaration => ({
  ...makeThumbnails,
  async run(ctx, payload) {
    const picture = await loadPicture(ctx.db, makeThumbnails.payload.parse(payload).attachment_id);
    if (!picture) return;
    if (!picture.is_decided) await decide(ctx.db, files, picture);
    for (let after = 0; ;) {
      const linking = await linkingMessages(ctx.db.reader, picture.id, after);
      for (const message of linking) await showAgain(ctx, site, message);
      if (linking.length < AT_ONCE) return;
      ctx.signal.throwIfAborted();
      after = linking.at(-1) ?? 0;
    }
  },
});

/**
 * Asks once more for thumbnails that were given up, as where the store could not be reached for hours; and for those of
 * pictures that are older than thumbnails.
 */
export const makeMissingThumbnails: JobDeclaration = {
  name: "make-missing-thumbnails",
  payload: z.object({}),
  schedule: "8 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - OVERDUE_AFTER_MS);
    await db.write((tx) => requestThumbnails(tx, before));
  },
};

export const showPicturesJob = (site: Site): JobDeclaration => ({
  ...showPictures,
  run: (ctx, payload) => showAgain(ctx, site, showPictures.payload.parse(payload).message_id),
});

async function loadPicture({ reader }: Database, id: number): Promise<Picture | undefined> {
  const { rows } = await sql<Picture>`
    select id, owner_id, path_id, size::float8 as size, is_decided
    from attachment join attachment_picture on attachment_id = id where id = ${id}`.execute(reader);
  return rows[0];
}

async function decide(db: Database, files: FileStore, { id, owner_id, path_id, size }: Picture): Promise<void> {
  const made = size > MOST_BYTES ? null : await thumbnails(owner_id, contentOf(files, path_id)).catch(noneOfThis);
  if (made) await put(files, path_id, made);
  if (await db.write((tx) => storeThumbnails(tx, id, made))) return;
  await files.delete([STILL, MOVING].map((name) => storedThumbnail(path_id, name)));
}

/** Nothing, where the file was removed meanwhile. */
async function* contentOf(files: FileStore, pathId: string): AsyncGenerator<Uint8Array> {
  yield* (await files.get(storedName(pathId))) ?? [];
}

function noneOfThis(error: unknown): null {
  if (error instanceof NotAnImage || error instanceof ImageTooLarge) return null;
  throw error;
}

async function put(files: FileStore, pathId: string, { still, moving }: Thumbnails): Promise<void> {
  await putBytes(files, storedThumbnail(pathId, STILL), still);
  if (moving) await putBytes(files, storedThumbnail(pathId, MOVING), moving);
}

async function linkingMessages(db: Reader, attachmentId: number, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message_id::float8 as id from attachment_message
    where attachment_id = ${attachmentId} and message_id > ${after}
    order by message_id limit ${AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes uploads that were not continued for a day, and releases space that was reserved for requests that are over. */
export const forgetAbandonedUploads: JobDeclaration = {
  name: "forget-abandoned-uploads",
  payload: z.object({}),
  schedule: "41 * * * *",
  async run({ db, clock, signal }) {
    const now = clock.now();
    const untilNone = async (act: (tx: Tx) => Promise<number>) => {
      while (!signal.aborted && (await db.write(act)) > 0);
    };
    await untilNone((tx) => forgetResumableUploads(tx, { expiredBefore: now }));
    const requestsBegan = new Date(now.getTime() - REQUEST_TIMEOUT_MS);
    await untilNone((tx) => releaseIdleRooms(tx, expiryFrom(requestsBegan)));
  },
};

/** Deletes pieces that a server that was killed had stored and not noted. */
export const sweepPieces = (files: FileStore): JobDeclaration => ({
  name: "sweep-pieces",
  payload: z.object({}),
  schedule: "47 4 * * 0",
  run: ({ db, clock, signal }) =>
    sweep({ files, prefix: PIECES, clock, signal }, (names) => piecesWithoutUpload(db.reader, names)),
});
