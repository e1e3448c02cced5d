import type { Tx } from "@parlance/kernel/db/types.ts";
import { expiryFrom, type ResumableUpload } from "../resumable/resumable-uploads.ts";
import { reserveUploadSpace, lockUpload } from "./reserve-upload-space.ts";

interface UploadChunk {
  readonly upload: ResumableUpload;
  /** Offsets of the chunk's start and end in the file, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly storedName: string;
  readonly quota: number;
  readonly now: Date;
}

/**
 * Records that a chunk of an upload is in the file store. Returns false if another request has continued the upload in
 * the meantime, so that the chunk does not follow the received bytes.
 * @throws QuotaExceeded if the space for the chunk is no longer reserved and other uploads have used it
 */
export async function recordChunk(
  tx: Tx,
  { upload, start, end, storedName, quota, now }: UploadChunk,
): Promise<boolean> {
  const locked = await lockUpload(tx, upload.id);
  if (locked?.received !== start) return false;
  await reserveUploadSpace(tx, upload, locked, { bytes: end, quota });
  await tx
    .updateTable("resumable_upload")
    .set({ received: end, expires_at: expiryFrom(now) })
    .where("id", "=", upload.id)
    .execute();
  await tx
    .insertInto("resumable_upload_piece")
    .values({ upload_id: upload.id, start, stored_name: storedName })
    .execute();
  return true;
}
