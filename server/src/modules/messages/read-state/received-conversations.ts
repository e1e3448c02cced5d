import { sql, type RawBuilder } from "kysely";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";

/** Larger than any message id. */
const MAX_ID = sql`9223372036854775807`;

/**
 * Query for the conversations in which a user receives messages, for a common table expression named `mine`: one row
 * for each period of a subscription to a channel that the user can read now, and one for each direct message
 * conversation. A message belongs to at most one row, according to `isInReceivedConversationInSql`. `only` is a
 * condition on `recipient_id`.
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

/** Condition that joins a row of `message` to the row of `mine` that it belongs to. */
export const isInReceivedConversationInSql = sql<boolean>`
  mine.recipient_id = message.recipient_id and message.id > mine.from_id and message.id <= mine.to_id`;

/**
 * Condition that a row of `message` can count as unread for a user by the watermark: it is not the user's own, not from
 * a sender whom the user had muted, and not moved here from another channel. Other messages are unread only if they
 * were marked as unread.
 */
export const countsAsUnreadInSql = (userId: RawBuilder<number>): RawBuilder<boolean> =>
  sql`(${isFromOtherSenderInSql(userId)} and not ${isFromMutedSenderInSql(userId)})`;

/**
 * The same for one user. For users who never muted a sender, which are most, the muted periods are not checked for each
 * message.
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
