import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** A new message that somebody other than its sender knows already. */
export interface ReadOnSend {
  readonly userId: number;
  readonly recipientId: number;
  readonly messageId: number;
}

/**
 * Counts new channel messages as read for those who know them already, where nothing before them is unread: the watermark
 * moves over them. Unlike marking as read it takes no lock but the subscription's, because it is called with the
 * organization's position locked, and who marks as read waits for that.
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
