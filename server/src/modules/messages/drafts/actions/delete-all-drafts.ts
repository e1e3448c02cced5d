import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes what is kept here of somebody who wants to have drafts on their devices alone. These go on to have them: clients
 * know from the setting that there are none here any more. The account must be locked.
 */
export async function deleteAllDrafts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("draft").where("user_id", "=", userId).execute();
}
