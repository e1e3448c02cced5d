import type { Tx } from "#kernel/db/types.ts";

/** Forgets what people were told of before that time. */
export async function pruneNotices(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("notice").where("created_at", "<", before).execute();
}
