import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { releaseSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";

/** Maximum number of uploads deleted per transaction. */
const MAX_DELETE_BATCH = 100;

/** Selects the uploads to delete: a single one, or those that have not been continued in time. */
type UploadSelection = { readonly id: number } | { readonly expiredBefore: Date };

interface DeletedUpload {
  readonly realm_id: number;
  /** Reserved space to be released, in bytes. */
  readonly charged: number;
  readonly names: readonly string[];
}

/**
 * Deletes uploads. For unfinished uploads, releases the reserved space and deletes the received bytes. The files of
 * finished uploads are not affected. Deletes at most `MAX_DELETE_BATCH` uploads, and returns their number.
 */
export async function deleteResumableUploads(tx: Tx, choice: UploadSelection): Promise<number> {
  const isChosen =
    "id" in choice ? sql`id = ${choice.id}::int` : sql`expires_at <= ${choice.expiredBefore}::timestamptz`;
  const { rows } = await sql<DeletedUpload>`
    with chosen as (select id from resumable_upload where ${isChosen} order by expires_at limit ${MAX_DELETE_BATCH})
    delete from resumable_upload where id in (select id from chosen)
    returning realm_id, case when path_id is null then coalesce(charged, size) else 0 end::float8 as charged,
      array(select stored_name from resumable_upload_piece where upload_id = resumable_upload.id) as names`.execute(tx);
  const byRealm = Map.groupBy(rows, ({ realm_id }) => realm_id);
  for (const [realmId, own] of [...byRealm].sort(([a], [b]) => a - b)) {
    await releaseSpace(
      tx,
      realmId,
      own.reduce((sum, { charged }) => sum + charged, 0),
    );
  }
  const names = rows.flatMap((row) => row.names);
  if (names.length > 0) enqueueJob(tx, deleteStoredFilesJob, { names });
  return rows.length;
}
