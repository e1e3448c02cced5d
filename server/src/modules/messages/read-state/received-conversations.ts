import { sql, type RawBuilder } from "kysely";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";

/** Larger than any message id. */
const MAX_ID = sql`9223372036854775807`;

/**
 * Where a user receives messages, as a query for a CTE named `mine`: one row for each period of a subscription to a
 * channel that the user may read now, and one for each direct conversation. A message belongs to at most one row, as
 * `isInReceivedConversationInSql` says. `only` is a condition for `recipient_id`.
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

/** Joins a row of `message` to the row of `mine` that it belongs to. */
export const isInReceivedConversationInSql = sql<boolean>`
  mine.recipient_id = message.recipient_id and message.id > mine.from_id and message.id <= mine.to_id`;

/**
 * Whether a row of `message` is news to a user: not one's own, not by somebody whom the user had muted, and not brought
 * here from another channel. Other messages are unread only if they were marked so.
 */
export const countsAsUnreadInSql = (userId: RawBuilder<number>): RawBuilder<boolean> =>
  sql`(${isFromOtherSenderInSql(userId)} and not ${isFromMutedSenderInSql(userId)})`;

/** The same to one user. Who never muted anybody, as most, is not asked about each message. */
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
