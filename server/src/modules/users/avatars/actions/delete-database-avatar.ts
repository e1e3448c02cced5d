import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes an avatar from the database, because it was moved to the file store, replaced or removed. Returns false if
 * the database does not contain the avatar.
 */
export async function deleteDatabaseAvatar(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("avatar_image").where("name", "=", name).executeTakeFirst();
  return numDeletedRows > 0n;
}
