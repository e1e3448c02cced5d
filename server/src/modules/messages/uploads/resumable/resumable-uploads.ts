import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** An unfinished upload, or one that was finished recently. */
export interface ResumableUpload {
  readonly id: number;
  readonly realm_id: number;
  readonly owner_id: number;
  readonly metadata: string;
  /** In bytes. */
  readonly size: number;
  /** In bytes. */
  readonly received: number;
  readonly expires_at: Date;
  /** Path id of the file. `null` if it is not complete. */
  readonly path_id: string | null;
}

/** Time for which an upload can be continued after its last bytes, in milliseconds. */
const RESUMABLE_UPLOAD_TTL_MS = 24 * 3600 * 1000;

/** The expiry time of an upload that is continued now. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + RESUMABLE_UPLOAD_TTL_MS);

interface UploadReference {
  readonly token: string;
  readonly realmId: number;
  readonly ownerId: number;
  readonly now: Date;
}

/** Finds an upload of a user by its token. Returns undefined if there is none. */
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

/** Returns those of the keys in the file store that belong to no upload. */
export async function findOrphanedChunks(db: Reader, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (select from resumable_upload_piece where stored_name = stored.name)`.execute(db);
  return rows.map(({ name }) => name);
}
