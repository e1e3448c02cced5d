import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** A new message that is read from the start for a user other than its sender. */
export interface ReadOnSend {
  readonly userId: number;
  readonly recipientId: number;
  readonly messageId: number;
}

/**
 * Marks new channel messages as read for the given users, by moving their watermarks past these messages. A message is
 * skipped if the channel has an earlier message above the user's watermark, because that may be unread. This function
 * locks only the subscriptions, not the users' read state. It is called while the organization's log position is
 * locked, and a request that holds a read state's lock may be waiting for the log position: a deadlock would result.
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
