import type { Tx } from "@parlance/kernel/db/types.ts";

/** Has somebody told by a browser no longer. False: they were not. */
export async function removeOwnBrowser(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("push_browser")
    .where("user_id", "=", userId)
    .where("endpoint", "=", endpoint)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

/** Forgets a browser that there is no more. */
export async function removeBrowser(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("push_browser").where("id", "=", id).execute();
}
