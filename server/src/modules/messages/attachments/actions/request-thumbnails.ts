import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { makeThumbnails } from "../thumbnails.ts";

/** So many at a time. */
const MOST = 500;

/** Asks for thumbnails of pictures that were uploaded before then and have none yet. */
export async function requestThumbnails(tx: Tx, uploadedBefore: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select attachment.id from attachment_picture join attachment on attachment.id = attachment_id
    where not is_decided and attachment.created_at < ${uploadedBefore}::timestamptz
    order by attachment.id desc limit ${MOST}`.execute(tx);
  for (const { id } of rows) requestJob(tx, makeThumbnails, { attachment_id: id });
}
