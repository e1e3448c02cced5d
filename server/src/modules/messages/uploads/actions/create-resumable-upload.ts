import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { lockSpace } from "#modules/messages/attachments/actions/upload-space.ts";
import { QuotaExceeded, TooManyUploads } from "../errors.ts";
import { expiryFrom } from "../resumable/resumable-uploads.ts";

interface NewResumableUpload {
  readonly token: string;
  readonly realmId: number;
  readonly ownerId: number;
  readonly metadata: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Maximum total size of the organization's files, in bytes. */
  readonly quota: number;
  readonly now: Date;
}

/** Maximum number of a user's unfinished uploads. An upload that is not continued for a day is deleted. */
export const MAX_UNFINISHED_UPLOADS = 50;

/**
 * Creates a resumable upload. Space within the organization's quota is only reserved once bytes are transferred.
 * @throws QuotaExceeded if the organization does not have enough space for the file now
 * @throws TooManyUploads
 */
export async function createResumableUpload(tx: Tx, upload: NewResumableUpload): Promise<void> {
  const { token, realmId, ownerId, metadata, size, now } = upload;
  // Because of the lock, transactions that start an upload to the same organization run one after the other.
  const used = await lockSpace(tx, realmId);
  if (used + size > upload.quota) throw new QuotaExceeded();
  if ((await countUnfinished(tx, ownerId, now)) >= MAX_UNFINISHED_UPLOADS) {
    throw new TooManyUploads({ limit: MAX_UNFINISHED_UPLOADS });
  }
  const expires_at = expiryFrom(now);
  await tx
    .insertInto("resumable_upload")
    .values({ token, realm_id: realmId, owner_id: ownerId, metadata, size, charged: 0, expires_at })
    .execute();
}

async function countUnfinished(tx: Tx, ownerId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from resumable_upload
    where owner_id = ${ownerId} and path_id is null and expires_at > ${now}::timestamptz`.execute(tx);
  return required(rows[0]).count;
}
