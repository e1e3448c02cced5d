import type { Tx } from "#kernel/db/types.ts";

/**
 * Forgets to which entry of the directory an account belongs.
 * @returns whether it belonged to one
 */
export async function unlinkFromDirectory(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("directory_link").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
