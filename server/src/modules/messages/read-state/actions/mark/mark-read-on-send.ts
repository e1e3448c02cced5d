import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** A new message that a user other than its sender has already read. */
export interface ReadOnSend {
  readonly userId: number;
  readonly recipientId: number;
  readonly messageId: number;
}

/**
 * Marks new channel messages as read for users who already know them, if no earlier message is unread, by moving the
 * watermark past them. Unlike marking as read, it locks only the subscription: it is called while the organization's
 * log position is locked, and requests that mark messages as read wait for the position.
 */
export async function markReadOnSend(tx: Tx, known: readonly ReadOnSend[]): Promise<void> {
  if (known.length === 0) return;
  await sql`
    update subscription set read_up_to = known.message_id
    from unnest(
      ${known.map(({ userId }) => userId)}::int[], ${known.map(({ recipientId }) => recipientId)}::int[],
      ${known.map(({ messageId }) => messageId)}::bigint[]
    ) as known(user_id, recipient_id, message_id)
    where subscription.user_id = known.user_id and subscription.recipient_id = known.recipient_id
      and not exists (
        select from message
        where message.recipient_id = known.recipient_id and message.id > subscription.read_up_to
          and message.id < known.message_id
      )`.execute(tx);
}
