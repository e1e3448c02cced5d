import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Thumbnails } from "@parlance/kernel/images/thumbnails.ts";

/**
 * Records that a picture's thumbnails are in the file store. A null `made` records that no thumbnails can be made of
 * the picture. Returns false if the picture has been deleted.
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
