import type { Tx } from "#kernel/db/types.ts";

/** Forgets for good what was deleted before `before`. */
export async function purgeDeletedMessages(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("deleted_message").where("deleted_at", "<", before).execute();
}
