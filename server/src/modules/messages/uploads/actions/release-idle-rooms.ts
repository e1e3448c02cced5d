import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { ResumableUpload } from "../resumable/resumable-uploads.ts";
import { releaseRoom } from "./reserve-upload-space.ts";

/** So many are released together. */
const AT_ONCE = 100;

/**
 * Gives back the room that uploads still have which no request brings bytes of: the server was killed, or could not reach the
 * database. Returns how many.
 */
export async function releaseIdleRooms(tx: Tx, expiringBefore: Date): Promise<number> {
  const { rows } = await sql<Pick<ResumableUpload, "id" | "realm_id">>`
    select id, realm_id from resumable_upload
    where path_id is null and coalesce(charged, size) > received and expires_at <= ${expiringBefore}::timestamptz
    order by realm_id, id limit ${AT_ONCE} for update`.execute(tx);
  for (const upload of rows) await releaseRoom(tx, upload);
  return rows.length;
}
