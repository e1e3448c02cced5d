import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { releaseSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";

/** So many are forgotten together. */
const MAX_DELETE_BATCH = 100;

/** Which uploads: one, or those that nobody has gone on with. */
type UploadSelection = { readonly id: number } | { readonly expiredBefore: Date };

interface DeletedUpload {
  readonly realm_id: number;
  /** In bytes. */
  readonly charged: number;
  readonly names: readonly string[];
}

/**
 * Forgets uploads: of those that are not whole, the room is given back and what came in is deleted. Files that are whole stay
 * as they are. Returns how many.
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
