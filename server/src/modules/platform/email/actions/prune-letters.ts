import type { Tx } from "#kernel/db/types.ts";

/** Forgets letters that were written before that time and are sent or given up. Those that wait stay. */
export async function pruneLetters(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("mail").where("created_at", "<", before).where("state", "<>", "waiting").execute();
}
