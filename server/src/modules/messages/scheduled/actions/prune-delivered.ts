import type { Tx } from "#kernel/db/types.ts";

/** Forgets what was delivered before `before`. */
export async function pruneDelivered(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom("scheduled_message")
    .where("deliver_at", "<", before)
    .where("message_id", "is not", null)
    .execute();
}
