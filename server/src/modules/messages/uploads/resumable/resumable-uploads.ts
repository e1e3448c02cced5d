import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** A resumable upload that is unfinished or was finished recently. */
export interface ResumableUpload {
  readonly id: number;
  readonly realm_id: number;
  readonly owner_id: number;
  readonly metadata: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Number of bytes received. */
  readonly received: number;
  readonly expires_at: Date;
  /**
   * Path of the complete file below `/user_uploads/`: the organization's id, random characters and the file name.
   * `null` if the upload is not complete.
   */
  readonly path_id: string | null;
}

/** Time for which an upload can be continued after its last request, in milliseconds. */
const RESUMABLE_UPLOAD_TTL_MS = 24 * 3600 * 1000;

/** Returns the expiry time of an upload that is continued at the time `now`. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + RESUMABLE_UPLOAD_TTL_MS);

interface UploadReference {
  readonly token: string;
  readonly realmId: number;
  readonly ownerId: number;
  readonly now: Date;
}

/** Finds a user's upload by its token. Returns undefined if it does not exist or has expired. */
export async function findResumableUpload(db: Reader, named: UploadReference): Promise<ResumableUpload | undefined> {
  const { token, realmId, ownerId, now } = named;
  const { rows } = await sql<ResumableUpload>`
    select id, realm_id, owner_id, metadata, size::float8 as size, received::float8 as received, expires_at, path_id
    from resumable_upload
    where token = ${token} and realm_id = ${realmId} and owner_id = ${ownerId} and expires_at > ${now}::timestamptz
  `.execute(db);
  return rows[0];
}

/** Loads the keys of an upload's chunks in the file store, in order. */
export async function loadChunkKeys(db: Reader, uploadId: number): Promise<string[]> {
  const pieces = await db
    .selectFrom("resumable_upload_piece")
    .select("stored_name")
    .where("upload_id", "=", uploadId)
    .orderBy("start")
    .execute();
  return pieces.map(({ stored_name }) => stored_name);
}

/** Returns the keys of stored chunks that belong to no upload. */
export async function findOrphanedChunks(db: Reader, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (select from resumable_upload_piece where stored_name = stored.name)`.execute(db);
  return rows.map(({ name }) => name);
}
