import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes an avatar from the database that has been moved to the file store. Returns false if it was replaced or
 * removed before.
 */
export async function deleteDatabaseAvatar(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("avatar_image").where("name", "=", name).executeTakeFirst();
  return numDeletedRows > 0n;
}
