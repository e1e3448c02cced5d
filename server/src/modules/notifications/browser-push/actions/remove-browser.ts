import type { Tx } from "@parlance/kernel/db/types.ts";

/** Removes a user's browser. Returns false if the browser was not registered for this user. */
export async function removeOwnBrowser(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("push_browser")
    .where("user_id", "=", userId)
    .where("endpoint", "=", endpoint)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

/** Deletes a browser whose push service says that it no longer exists. */
export async function removeBrowser(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("push_browser").where("id", "=", id).execute();
}
