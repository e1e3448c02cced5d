import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { freeSpace, takeSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { AnotherOffset, QuotaExceeded } from "../errors.ts";
import { expiryFrom, type ResumableUpload } from "../resumable/resumable-uploads.ts";

/** An unfinished upload as it is now. Its row is locked until the end of the transaction. */
export interface LockedUpload {
  /** In bytes. */
  readonly received: number;
  /** What it takes of its organization's upload space, in bytes. */
  readonly charged: number;
}

/** Locks an unfinished upload; undefined: it is whole, or forgotten. */
export async function lockUpload(tx: Tx, id: number): Promise<LockedUpload | undefined> {
  const { rows } = await sql<LockedUpload>`
    select received::float8 as received, coalesce(charged, size)::float8 as charged
    from resumable_upload where id = ${id} and path_id is null for update`.execute(tx);
  return rows[0];
}

type Charged = Pick<ResumableUpload, "id" | "realm_id">;

/**
 * Charges a locked upload with at least so many bytes, up to the organization's quota.
 * @throws QuotaExceeded
 */
export async function chargeUpload(
  tx: Tx,
  { id, realm_id: realmId }: Charged,
  { charged }: LockedUpload,
  { bytes, quota }: { readonly bytes: number; readonly quota: number },
): Promise<void> {
  if (charged >= bytes) return;
  if ((await takeSpace(tx, { realmId, size: bytes - charged, quota })) === undefined) throw new QuotaExceeded();
  await setCharged(tx, id, bytes);
}

/**
 * Reserves the room for all of an upload while a request brings bytes of it, so that what is let in is not refused halfway.
 * @throws QuotaExceeded, AnotherOffset
 */
export async function reserveRoom(tx: Tx, upload: ResumableUpload, quota: number, now: Date): Promise<void> {
  const locked = await lockUpload(tx, upload.id);
  if (!locked) throw new AnotherOffset();
  await chargeUpload(tx, upload, locked, { bytes: upload.size, quota });
  await tx
    .updateTable("resumable_upload")
    .set({ expires_at: expiryFrom(now) })
    .where("id", "=", upload.id)
    .execute();
}

/** Gives back the room for what has not come in. */
export async function releaseRoom(tx: Tx, { id, realm_id: realmId }: Charged): Promise<void> {
  const locked = await lockUpload(tx, id);
  if (!locked || locked.charged <= locked.received) return;
  await setCharged(tx, id, locked.received);
  await freeSpace(tx, realmId, locked.charged - locked.received);
}

async function setCharged(tx: Tx, id: number, charged: number): Promise<void> {
  await tx.updateTable("resumable_upload").set({ charged }).where("id", "=", id).execute();
}
