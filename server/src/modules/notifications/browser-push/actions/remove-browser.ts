import type { Tx } from "@parlance/kernel/db/types.ts";

/** Removes a user's browser. False if it was not registered for the user. */
export async function removeOwnBrowser(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("push_browser")
    .where("user_id", "=", userId)
    .where("endpoint", "=", endpoint)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

/** Deletes a browser that no longer exists. */
export async function removeBrowser(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("push_browser").where("id", "=", id).execute();
}
