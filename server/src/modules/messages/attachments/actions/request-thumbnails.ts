import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { makeThumbnailsJobKind } from "../thumbnails.ts";

/** Maximum number of jobs enqueued per call. */
const MAX_THUMBNAIL_REQUESTS = 500;

/**
 * Enqueues thumbnail jobs for pictures that were uploaded before the given time, and of which neither thumbnails were
 * made nor was it found impossible to make them. Newer pictures come first.
 */
export async function requestThumbnails(tx: Tx, uploadedBefore: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select attachment.id from attachment_picture join attachment on attachment.id = attachment_id
    where not is_decided and attachment.created_at < ${uploadedBefore}::timestamptz
    order by attachment.id desc limit ${MAX_THUMBNAIL_REQUESTS}`.execute(tx);
  for (const { id } of rows) enqueueJob(tx, makeThumbnailsJobKind, { attachment_id: id });
}
