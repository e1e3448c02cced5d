import type { Tx } from "#kernel/db/types.ts";

/** Forgets how many letters went out before. */
export async function forgetBatches(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("invitation_batch").where("at", "<", before).execute();
}
