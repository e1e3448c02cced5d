import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isNews } from "../conditions.ts";

/**
 * Moves the watermarks of conversations to just below the first message that is unread, or to the newest. No message
 * with a smaller id can appear later: ids follow commit order. The user's read state must be locked.
 */
export async function advanceWatermarks(tx: Tx, userId: number, recipientIds: readonly number[]): Promise<void> {
  await sql`
    with place as (
      select recipient_id, read_up_to from subscription
      where user_id = ${userId} and is_active and recipient_id = any(${recipientIds}::int[])
      union all
      select recipient_id, read_up_to from direct_member
      where user_id = ${userId} and recipient_id = any(${recipientIds}::int[])
    ), next as (
      select place.recipient_id, coalesce(
        (
          select message.id - 1 from message
          left join read_chunk on read_chunk.user_id = ${userId} and read_chunk.chunk = message.id / 4096
          where message.recipient_id = place.recipient_id and message.id > place.read_up_to
            and ${isNews(sql`${userId}`)} and coalesce(get_bit(read_chunk.bits, message.id % 4096), 0) = 0
          order by message.id limit 1
        ),
        (select max(message.id) from message where message.recipient_id = place.recipient_id)
      ) as read_up_to
      from place
    ), in_channels as (
      update subscription set read_up_to = next.read_up_to from next
      where subscription.user_id = ${userId} and subscription.recipient_id = next.recipient_id
        and subscription.read_up_to < next.read_up_to
    )
    update direct_member set read_up_to = next.read_up_to from next
    where direct_member.user_id = ${userId} and direct_member.recipient_id = next.recipient_id
      and direct_member.read_up_to < next.read_up_to`.execute(tx);
}
