import type { Tx } from "#kernel/db/types.ts";

/** Forgets answers older than `before`. */
export async function forgetAnswers(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("idempotency_key").where("created_at", "<", before).execute();
}
