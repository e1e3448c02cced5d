import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { releaseSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { OffsetMismatch, QuotaExceeded } from "../errors.ts";
import type { StoredUpload } from "../store-uploaded-file.ts";
import { lockUpload } from "./reserve-upload-space.ts";
import { expiryFrom, type ResumableUpload } from "../resumable/resumable-uploads.ts";

interface FinishedUpload {
  readonly upload: ResumableUpload;
  /** Number of bytes received before the last chunk. */
  readonly received: number;
  /** The complete file, as it is in the file store. */
  readonly stored: StoredUpload;
  /** Names of the upload's chunks in the file store. */
  readonly pieces: readonly string[];
  readonly quota: number;
  readonly now: Date;
}

/**
 * Converts an upload of which all bytes have been received to an attachment of its owner. The space reserved for the
 * upload is from now on used by the file.
 * @throws OffsetMismatch if another request has continued the upload in the meantime
 * @throws QuotaExceeded if the organization's quota was reduced
 */
export async function finishResumableUpload(tx: Tx, finished: FinishedUpload): Promise<void> {
  const { upload, received, stored, pieces, quota, now } = finished;
  const { id, realm_id: realmId, owner_id: ownerId, size } = upload;
  await lockPosition(tx, realmId);
  const locked = await lockUpload(tx, id);
  if (locked?.received !== received) throw new OffsetMismatch();
  await tx
    .updateTable("resumable_upload")
    .set({ received: size, charged: 0, path_id: stored.pathId, expires_at: expiryFrom(now) })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("resumable_upload_piece").where("upload_id", "=", id).execute();
  await releaseSpace(tx, realmId, locked.charged);
  if (!(await addAttachment(tx, { realmId, ownerId, quota, now, ...stored }))) throw new QuotaExceeded();
  if (pieces.length > 0) enqueueJob(tx, deleteStoredFilesJob, { names: [...pieces] });
}
