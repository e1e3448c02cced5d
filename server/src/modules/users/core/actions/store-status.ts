import type { Tx } from "@parlance/kernel/db/types.ts";
import type { FullUserStatus } from "../status/user-status.ts";

/**
 * Stores a status, without emitting events. If the status is empty, its row is deleted. `away` is not stored here,
 * because it is a setting.
 */
export async function storeStatus(tx: Tx, userId: number, { away: _, ...stored }: FullUserStatus): Promise<void> {
  if (stored.status_text === "" && stored.emoji_name === "") {
    await tx.deleteFrom("user_status").where("user_id", "=", userId).execute();
    return;
  }
  await tx
    .insertInto("user_status")
    .values({ user_id: userId, ...stored })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(stored))
    .execute();
}
