import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes a user's stored drafts when the user disables draft synchronization. No event announces the deletion: the
 * user's devices retain their local copies, and know from the changed setting that the server has no drafts any more.
 * The account must be locked.
 */
export async function deleteAllDrafts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("draft").where("user_id", "=", userId).execute();
}
