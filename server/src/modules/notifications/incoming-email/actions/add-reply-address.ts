import type { Tx } from "@parlance/kernel/db/types.ts";
import { createReplyAddress } from "../email-targets.ts";

/** Creates an address with which a user can reply to the conversation of a message by email. */
export async function addReplyAddress(
  tx: Tx,
  pattern: string,
  { userId, messageId, now }: { userId: number; messageId: number; now: Date },
): Promise<string> {
  const { address, token } = createReplyAddress(pattern);
  await tx
    .insertInto("reply_address")
    .values({ token, user_id: userId, message_id: messageId, created_at: now })
    .execute();
  return address;
}
