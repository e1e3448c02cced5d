import type { Tx } from "@parlance/kernel/db/types.ts";

/** Marks an invitation as used, so that it cannot be used again. The caller must have locked it. Emits no events. */
export async function markInvitationUsed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable("invitation").set({ used_at: now }).where("id", "=", id).execute();
}
