import type { Tx } from "#kernel/db/types.ts";

/** Notes since when an account is deactivated because of the directory; null: that is somebody else's decision. */
export async function noteDirectoryDecision(tx: Tx, userId: number, deactivatedAt: Date | null): Promise<void> {
  await tx.updateTable("directory_link").set({ deactivated_at: deactivatedAt }).where("user_id", "=", userId).execute();
}
