import type { Tx } from "@parlance/kernel/db/types.ts";

/** Takes a picture out of the database that is in the file store now. Returns false where it was replaced or removed before. */
export async function deleteDatabaseAvatar(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("avatar_image").where("name", "=", name).executeTakeFirst();
  return numDeletedRows > 0n;
}
