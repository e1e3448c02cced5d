import type { Reader } from "#kernel/db/types.ts";

/** When a message was sent, and by whom. */
export const originOf = (db: Reader, messageId: number): Promise<{ sender_id: number; sent_at: Date }> =>
  db.selectFrom("message").select(["sender_id", "sent_at"]).where("id", "=", messageId).executeTakeFirstOrThrow();
