import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes an avatar from the database after it was moved to the file store. Returns false if the avatar no longer
 * existed, because it was replaced or removed.
 */
export async function deleteDatabaseAvatar(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("avatar_image").where("name", "=", name).executeTakeFirst();
  return numDeletedRows > 0n;
}
