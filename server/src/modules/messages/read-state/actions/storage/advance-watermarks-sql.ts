import { sql, type RawBuilder } from "kysely";
import { countsAsUnreadInSql } from "#modules/messages/read-state/received-conversations.ts";
import { hasReadBitInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { watermarksInSql } from "#modules/messages/read-state/unread/unread.ts";

/**
 * Number of read messages above an unread message that lets the watermark pass it. The unread message becomes an
 * exception.
 */
const READ_MESSAGES_PER_UNREAD = 8;

/** The user, and the conversations whose watermarks are moved. */
interface AdvanceOptions {
  readonly userId: number;
  /** Condition on `recipient_id` that selects the conversations. By default, all conversations are selected. */
  readonly only?: RawBuilder<boolean>;
  /** Maximum number of messages scanned above each watermark. By default, all messages are scanned. */
  readonly limit?: number;
}

/**
 * Common table expressions that move each watermark up, as long as there are `READ_MESSAGES_PER_UNREAD` read messages
 * for each unread message that it passes. Unread messages that it passes become exceptions. The expression `above`
 * contains the scanned messages, and `next` contains the watermarks that were moved. The user's read state must be
 * locked.
 */
export const advanceWatermarksInSql = ({ userId, only, limit }: AdvanceOptions): RawBuilder<unknown> => sql`
  conversation as (
    ${watermarksInSql(userId, only)}
  ), above as materialized (
    select conversation.recipient_id, message.* from conversation cross join lateral (
      select message.id, ${hasReadBitInSql(userId)} as has_bit, ${countsAsUnreadInSql(sql`${userId}`)} as is_news
      from message
      where message.recipient_id = conversation.recipient_id and message.id > conversation.read_up_to
      order by message.id limit ${limit ?? null}::int
    ) as message
  ), scored as (
    select *, sum(case when not is_news then 0 when has_bit then 1 else -${READ_MESSAGES_PER_UNREAD}::int end)
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
  )`;
