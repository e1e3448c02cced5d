import type { Tx } from "@parlance/kernel/db/types.ts";

/** Notes that an invitation, which must be locked, was used: nobody can use it again. Without events. */
export async function markInvitationUsed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable("invitation").set({ used_at: now }).where("id", "=", id).execute();
}
