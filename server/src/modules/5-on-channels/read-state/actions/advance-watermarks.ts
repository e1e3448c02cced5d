import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { joinReadBitsInSql } from "../read-bits.ts";
import { isUnreadInConversationInSql, watermarksInSql } from "../unread.ts";

/**
 * Moves the watermarks of conversations to just below the first message that is unread, or to the newest. No message
 * with a smaller id can appear later: ids follow commit order. The user's read state must be locked.
 */
export async function advanceWatermarks(tx: Tx, userId: number, recipientIds: readonly number[]): Promise<void> {
  await sql`
    with conversation as (
      ${watermarksInSql(userId, sql`recipient_id = any(${recipientIds}::int[])`)}
    ), next as (
      select conversation.recipient_id, coalesce(
        (
          select message.id - 1 from message
          ${joinReadBitsInSql(sql`${userId}`)}
          where message.recipient_id = conversation.recipient_id and ${isUnreadInConversationInSql(sql`${userId}`)}
          order by message.id limit 1
        ),
        (select max(message.id) from message where message.recipient_id = conversation.recipient_id)
      ) as read_up_to
      from conversation
    ), in_channels as (
      update subscription set read_up_to = next.read_up_to from next
      where subscription.user_id = ${userId} and subscription.recipient_id = next.recipient_id
        and subscription.read_up_to < next.read_up_to
    )
    update direct_member set read_up_to = next.read_up_to from next
    where direct_member.user_id = ${userId} and direct_member.recipient_id = next.recipient_id
      and direct_member.read_up_to < next.read_up_to`.execute(tx);
}
