import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isNews } from "../conditions.ts";
import { chunkOfInSql, joinReadBitsInSql, readBitInSql } from "../read-bits.ts";
import { watermarksInSql } from "../unread.ts";

/** For so many read messages, a watermark passes over one unread message. */
const READ_FOR_ONE_UNREAD = 8;

/**
 * Keeps the work of finding unread messages in proportion to their number. A few old unread messages would hold a watermark
 * back for ever, and everything read above it would be looked at each time. So each watermark moves up as long as there are
 * many read messages for each unread one below it: these few become exceptions. Then the bits above watermarks are few, and
 * rows without any of them go. The user's read state must be locked.
 */
export async function tidyReadState(tx: Tx, userId: number): Promise<void> {
  await sql`
    select from subscription where user_id = ${userId} and is_active order by channel_id for no key update`.execute(tx);
  await sql`
    with conversation as (
      ${watermarksInSql(userId)}
    ), above as materialized (
      select message.recipient_id, message.id, ${readBitInSql} = 1 as has_bit,
        ${isNews(sql`${userId}`)} as is_news
      from conversation
      join message on message.recipient_id = conversation.recipient_id and message.id > conversation.read_up_to
      ${joinReadBitsInSql(sql`${userId}`)}
    ), scored as (
      select *, sum(case when not is_news then 0 when has_bit then 1 else -${READ_FOR_ONE_UNREAD}::int end)
        over (partition by recipient_id order by id) as score
      from above
    ), next as materialized (
      select recipient_id, max(id) as read_up_to from scored where score >= 0 group by recipient_id
    ), passed as (
      insert into unread_exception (user_id, message_id)
      select ${userId}, above.id from above join next using (recipient_id)
      where above.id <= next.read_up_to and not above.has_bit and above.is_news
      on conflict do nothing
    ), in_channels as (
      update subscription set read_up_to = next.read_up_to from next
      where subscription.user_id = ${userId} and subscription.recipient_id = next.recipient_id
    ), in_conversations as (
      update direct_member set read_up_to = next.read_up_to from next
      where direct_member.user_id = ${userId} and direct_member.recipient_id = next.recipient_id
    )
    delete from read_chunk where user_id = ${userId} and chunk not in (
      select ${chunkOfInSql(sql`above.id`)} from above left join next using (recipient_id)
      where above.has_bit and above.id > coalesce(next.read_up_to, 0)
    )`.execute(tx);
}
