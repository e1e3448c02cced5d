import type { Tx } from "#kernel/db/types.ts";

/** Forgets which letters were posted before that time, and addresses for answers that are older. */
export async function pruneIncomingMail(
  tx: Tx,
  { posted, addresses }: { posted: Date; addresses: Date },
): Promise<void> {
  await tx.deleteFrom("posted_mail").where("posted_at", "<", posted).execute();
  await tx.deleteFrom("reply_address").where("created_at", "<", addresses).execute();
}
