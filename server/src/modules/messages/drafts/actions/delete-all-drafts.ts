import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes the stored drafts of a user who disables draft synchronization. The user's devices retain their local copies,
 * and clients infer from the setting that the server has no drafts. The account must be locked.
 */
export async function deleteAllDrafts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("draft").where("user_id", "=", userId).execute();
}
