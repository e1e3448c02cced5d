import type { Tx } from "@parlance/kernel/db/types.ts";
import type { FullUserStatus } from "../status/user-status.ts";

/**
 * Stores a status, without emitting events. If the status is empty, its row is deleted. `away` is not stored here,
 * because it is a setting.
 */
export async function storeStatus(tx: Tx, userId: number, { away: _, ...kept }: FullUserStatus): Promise<void> {
  if (kept.status_text === "" && kept.emoji_name === "") {
    await tx.deleteFrom("user_status").where("user_id", "=", userId).execute();
    return;
  }
  await tx
    .insertInto("user_status")
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(kept))
    .execute();
}
