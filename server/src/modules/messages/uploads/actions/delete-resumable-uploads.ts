import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { freeSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { deleteFiles } from "#kernel/files/delete-files-job.ts";

/** So many are forgotten together. */
const AT_ONCE = 100;

/** Which uploads: one, or those that nobody has gone on with. */
type Choice = { readonly id: number } | { readonly expiredBefore: Date };

interface Forgotten {
  readonly realm_id: number;
  /** In bytes. */
  readonly charged: number;
  readonly names: readonly string[];
}

/**
 * Forgets uploads: of those that are not whole, the room is given back and what came in is deleted. Files that are whole stay
 * as they are. Returns how many.
 */
export async function forgetResumableUploads(tx: Tx, choice: Choice): Promise<number> {
  const isChosen =
    "id" in choice ? sql`id = ${choice.id}::int` : sql`expires_at <= ${choice.expiredBefore}::timestamptz`;
  const { rows } = await sql<Forgotten>`
    with chosen as (select id from resumable_upload where ${isChosen} order by expires_at limit ${AT_ONCE})
    delete from resumable_upload where id in (select id from chosen)
    returning realm_id, case when path_id is null then coalesce(charged, size) else 0 end::float8 as charged,
      array(select stored_name from resumable_upload_piece where upload_id = resumable_upload.id) as names`.execute(tx);
  const byRealm = Map.groupBy(rows, ({ realm_id }) => realm_id);
  for (const [realmId, own] of [...byRealm].sort(([a], [b]) => a - b)) {
    await freeSpace(
      tx,
      realmId,
      own.reduce((sum, { charged }) => sum + charged, 0),
    );
  }
  const names = rows.flatMap((row) => row.names);
  if (names.length > 0) requestJob(tx, deleteFiles, { names });
  return rows.length;
}
