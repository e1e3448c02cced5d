import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { releaseSpace, reserveSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { OffsetMismatch, QuotaExceeded } from "../errors.ts";
import { expiryFrom, type ResumableUpload } from "../resumable/resumable-uploads.ts";

/** The state of an unfinished upload whose row is locked until the end of the transaction. */
export interface LockedUpload {
  /** Number of bytes received. */
  readonly received: number;
  /** Space reserved for the upload within the organization's quota, in bytes. */
  readonly charged: number;
}

/** Locks an unfinished upload. Returns undefined if it is finished or deleted. */
export async function lockUpload(tx: Tx, id: number): Promise<LockedUpload | undefined> {
  const { rows } = await sql<LockedUpload>`
    select received::float8 as received, coalesce(charged, size)::float8 as charged
    from resumable_upload where id = ${id} and path_id is null for update`.execute(tx);
  return rows[0];
}

type UploadKey = Pick<ResumableUpload, "id" | "realm_id">;

/**
 * Makes sure that at least `bytes` are reserved for a locked upload within the organization's quota.
 * @throws QuotaExceeded
 */
export async function reserveUploadSpace(
  tx: Tx,
  { id, realm_id: realmId }: UploadKey,
  { charged }: LockedUpload,
  { bytes, quota }: { readonly bytes: number; readonly quota: number },
): Promise<void> {
  if (charged >= bytes) return;
  if ((await reserveSpace(tx, { realmId, size: bytes - charged, quota })) === undefined) throw new QuotaExceeded();
  await setReservedBytes(tx, id, bytes);
}

/**
 * Reserves the space for the whole file, at the start of a request that transfers bytes. The request can then not fail
 * midway because of the quota.
 * @throws QuotaExceeded; OffsetMismatch if the upload is finished or deleted
 */
export async function reserveWholeUpload(tx: Tx, upload: ResumableUpload, quota: number, now: Date): Promise<void> {
  const locked = await lockUpload(tx, upload.id);
  if (!locked) throw new OffsetMismatch();
  await reserveUploadSpace(tx, upload, locked, { bytes: upload.size, quota });
  await tx
    .updateTable("resumable_upload")
    .set({ expires_at: expiryFrom(now) })
    .where("id", "=", upload.id)
    .execute();
}

/** Releases the space that is reserved for bytes that have not been received. */
export async function releaseUnusedSpace(tx: Tx, { id, realm_id: realmId }: UploadKey): Promise<void> {
  const locked = await lockUpload(tx, id);
  if (!locked || locked.charged <= locked.received) return;
  await setReservedBytes(tx, id, locked.received);
  await releaseSpace(tx, realmId, locked.charged - locked.received);
}

async function setReservedBytes(tx: Tx, id: number, charged: number): Promise<void> {
  await tx.updateTable("resumable_upload").set({ charged }).where("id", "=", id).execute();
}
