import type { Tx } from "#kernel/db/types.ts";
import { takeSpace } from "#modules/5-on-channels/attachments/actions/upload-space.ts";
import { expiryFrom } from "../resumable-uploads.ts";

interface Begun {
  readonly token: string;
  readonly realmId: number;
  readonly ownerId: number;
  readonly metadata: string;
  /** In bytes. */
  readonly size: number;
  /** What the organization's files may come to, in bytes. */
  readonly quota: number;
  readonly now: Date;
}

/** Makes room for a file that is to come in by and by. Returns false where the organization has not enough of it. */
export async function beginResumableUpload(tx: Tx, begun: Begun): Promise<boolean> {
  const { token, realmId, ownerId, metadata, size, now } = begun;
  if ((await takeSpace(tx, begun)) === undefined) return false;
  const expires_at = expiryFrom(now);
  await tx
    .insertInto("resumable_upload")
    .values({ token, realm_id: realmId, owner_id: ownerId, metadata, size, expires_at })
    .execute();
  return true;
}
