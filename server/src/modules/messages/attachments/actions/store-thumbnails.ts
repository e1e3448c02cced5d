import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Thumbnails } from "@parlance/kernel/images/thumbnails.ts";

/**
 * Notes that the thumbnails of a picture are in the store; null: that there can be none. Returns false where the picture is
 * gone.
 */
export async function storeThumbnails(tx: Tx, attachmentId: number, made: Thumbnails | null): Promise<boolean> {
  const facts = made && {
    width: made.width,
    height: made.height,
    still_bytes: made.still.length,
    moving_bytes: made.animated?.length ?? null,
  };
  const { numUpdatedRows } = await tx
    .updateTable("attachment_picture")
    .set({ is_decided: true, ...facts })
    .where("attachment_id", "=", attachmentId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
