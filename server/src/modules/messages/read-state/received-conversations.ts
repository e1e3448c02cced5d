import { sql, type RawBuilder } from "kysely";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";

/** The largest 64-bit integer. Every message id is smaller. */
const MAX_ID = sql`9223372036854775807`;

/**
 * Returns the query for the conversations in which a user receives messages. The enclosing query must name it `mine`.
 * It has one row for each direct message conversation and, for each channel that the user can read now, one row for
 * each period in which the user was subscribed. With the condition `isInReceivedConversationInSql`, each message joins
 * at most one row. `only` is an additional condition on `recipient_id`.
 */
export function receivedConversationsInSql(
  user: ChannelViewer,
  only: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    select period.recipient_id, channel.id as channel_id, period.from_message_id as from_id,
      coalesce(period.to_message_id, ${MAX_ID}) as to_id, subscription.read_up_to, subscription.is_active as is_subscribed
    from (select * from subscription_period where user_id = ${user.id} and ${only}) as period
    join channel on channel.recipient_id = period.recipient_id
    join subscription on subscription.user_id = ${user.id} and subscription.channel_id = channel.id
    where ${canReadContentInSql(user)}
    union all
    select recipient_id, null, 0, ${MAX_ID}, read_up_to, true
    from direct_member where user_id = ${user.id} and ${only}`;
}

/** Condition that joins a row of `message` with its row of `mine`. */
export const isInReceivedConversationInSql = sql<boolean>`
  mine.recipient_id = message.recipient_id and message.id > mine.from_id and message.id <= mine.to_id`;

/**
 * Condition on a row of `message`: the message is unread if it is above the user's watermark. This is not the case for
 * the user's own messages, messages whose senders the user had muted when the messages were sent, and messages that
 * were moved from another channel. Such messages are unread only if the user marked them as unread.
 */
export const countsAsUnreadInSql = (userId: RawBuilder<number>): RawBuilder<boolean> =>
  sql`(${isFromOtherSenderInSql(userId)} and not ${isFromMutedSenderInSql(userId)})`;

/**
 * The condition of `countsAsUnreadInSql` for one user whose id is known. Most users never muted a sender; for them the
 * periods of muting are not checked for each message.
 */
export const countsAsUnreadForUserInSql = (userId: number): RawBuilder<boolean> => sql`(
  ${isFromOtherSenderInSql(sql`${userId}`)}
  and not (exists (select from muted_user_period where user_id = ${userId}) and ${isFromMutedSenderInSql(sql`${userId}`)})
)`;

const isFromOtherSenderInSql = (userId: RawBuilder<number>): RawBuilder<boolean> =>
  sql`message.sender_id <> ${userId} and not message.is_settled`;

const isFromMutedSenderInSql = (userId: RawBuilder<number>): RawBuilder<boolean> => sql`exists (
  select from muted_user_period as muted
  where muted.user_id = ${userId} and muted.muted_user_id = message.sender_id
    and ${isWithinPeriodInSql(sql`message.id`, { row: "muted" })}
)`;
