import type { Tx } from "#kernel/db/types.ts";

interface Times {
  readonly received: Date;
  readonly posted: Date;
  readonly addresses: Date;
}

/**
 * Deletes emails that were received before a time and could not be parsed, the notes of emails that were posted before another, and
 * addresses for replies that are older than a third.
 */
export async function pruneIncomingMail(tx: Tx, { received, posted, addresses }: Times): Promise<void> {
  await tx.deleteFrom("incoming_mail").where("received_at", "<", received).execute();
  await tx.deleteFrom("posted_mail").where("posted_at", "<", posted).execute();
  await tx.deleteFrom("reply_address").where("created_at", "<", addresses).execute();
}
