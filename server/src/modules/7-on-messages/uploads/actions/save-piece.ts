import type { Tx } from "#kernel/db/types.ts";
import { expiryFrom } from "../resumable-uploads.ts";

interface Piece {
  readonly uploadId: number;
  /** Where in the file it begins and ends, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly storedName: string;
  readonly now: Date;
}

/** Notes that a piece is in the store. Returns false where the upload does not go on there: somebody else was faster. */
export async function savePiece(tx: Tx, { uploadId, start, end, storedName, now }: Piece): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("resumable_upload")
    .set({ received: end, expires_at: expiryFrom(now) })
    .where("id", "=", uploadId)
    .where("received", "=", start)
    .where("path_id", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto("resumable_upload_piece")
    .values({ upload_id: uploadId, start, stored_name: storedName })
    .execute();
  return true;
}
