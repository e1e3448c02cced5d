import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { joinReadBitsInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";
import { isUnreadInConversationInSql } from "#modules/messages/read-state/unread/unread.ts";
import { isExceptionInSql } from "#modules/messages/read-state/unread/unread-exceptions.ts";

/**
 * Loads the ids of the users who have read a message, ascending. These are the users who received it and for whom it is
 * not unread. The message's sender, deactivated users, users who disabled read receipts, and users who muted the viewer
 * or are muted by the viewer are not listed. Executes one query, whose cost depends on the number of users in the
 * conversation.
 */
export async function loadReadReceipts(db: Reader, viewerId: number, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with message as materialized (
      select id, recipient_id, sender_id, is_settled from message where id = ${messageId}
    ), received as materialized (
      select period.user_id
      from subscription_period as period join message using (recipient_id)
      where ${isWithinPeriodInSql(sql`message.id`)}
      union
      select user_id from direct_member join message using (recipient_id)
      union
      select message_flag.user_id from message_flag join message on message.id = message_flag.message_id
      where ${hasConnectingFlagInSql}
    ), conversation as materialized (
      select subscription.user_id, subscription.read_up_to
      from subscription join channel on channel.id = subscription.channel_id
      join message on message.recipient_id = channel.recipient_id
      where subscription.is_active
      union all
      select user_id, read_up_to from direct_member join message using (recipient_id)
    )
    select account.id as user_id
    from message cross join received
    join account on account.id = received.user_id
    left join conversation on conversation.user_id = received.user_id
    ${joinReadBitsInSql(sql`received.user_id`)}
    where account.is_active and account.id <> message.sender_id
      and account.settings->>'send_read_receipts' is distinct from 'false'
      and not exists (
        select from muted_user_period as muted
        where muted.to_message_id is null and (
          muted.user_id = ${viewerId} and muted.muted_user_id = account.id
          or muted.user_id = account.id and muted.muted_user_id = ${viewerId}
        )
      )
      and not ${isExceptionInSql(sql`account.id`)}
      and not coalesce(${isUnreadInConversationInSql(sql`account.id`)}, false)
    order by account.id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
